// The legend of a terminal picture: a table, or a list if the page is narrow.
#pragma once

#include "render/block.h"
#include "render/drawn_pods.h"

namespace koord::render {

Block draw_legend(const Holding &holding, const Strokes &strokes, bool color, int columns);

}  // namespace koord::render
