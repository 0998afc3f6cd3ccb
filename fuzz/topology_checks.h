// Walks everything koord.h tells about a topology and holds it to what the header promises.
#pragma once

#include "koord.h"

namespace koord::fuzz {

// Queries agree with each other, documents can be read back to the same, pictures can be drawn.
void check_topology(const koord_topology *topology);

// The parts of it.
void check_sets(const koord_topology *topology);
void check_rows(const koord_topology *topology);
void check_documents(const koord_topology *topology);
// Draws as text and SVG, with nothing held.
void check_pictures(const koord_topology *topology);

}  // namespace koord::fuzz
