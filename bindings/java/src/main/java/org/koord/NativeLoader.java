package org.koord;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads the native library once, when the first class of this package needs it. In this order:
 *
 * <ol>
 *   <li>the file that the property {@value #PATH_PROPERTY} names; if it is set, nothing else is
 *       tried;
 *   <li>{@code System.loadLibrary("koord-jni")}, which searches {@code java.library.path};
 *   <li>the copy inside the jar, which is extracted below the directory that the property {@value
 *       #EXTRACT_PROPERTY} names, otherwise below {@code java.io.tmpdir}. The directory must not be
 *       mounted noexec.
 * </ol>
 *
 * <p>Programs that load the library themselves call {@link #assumeLoaded} first.
 */
public final class NativeLoader {
  /** Property: path of libkoord-jni.so. */
  public static final String PATH_PROPERTY = "org.koord.library.path";

  /** Property: directory for the libraries extracted from the jar. */
  public static final String EXTRACT_PROPERTY = "org.koord.extract.dir";

  private static final String NAME = "koord-jni";
  private static final String FILE = "libkoord-jni.so";
  /** Libraries in the jar, each after those that it depends on. */
  private static final String[] CARRIED = {"libkoord.so.1", FILE};

  private static boolean loaded;

  private NativeLoader() {}

  /** Declares that the program has loaded the native library, or is linked with it. */
  public static synchronized void assumeLoaded() {
    loaded = true;
  }

  /**
   * Loads the native library unless it is loaded. Throws UnsatisfiedLinkError with the attempts and
   * their errors.
   */
  public static synchronized void load() {
    if (loaded) {
      return;
    }
    String path = System.getProperty(PATH_PROPERTY);
    if (path != null) {
      System.load(Path.of(path).toAbsolutePath().toString());
    } else {
      loadByName();
    }
    loaded = true;
  }

  private static void loadByName() {
    try {
      System.loadLibrary(NAME);
    } catch (UnsatisfiedLinkError notOnPath) {
      if (NativeLoader.class.getResource(resource(FILE)) == null) {
        throw failure("it is not on java.library.path, and this jar does not carry it", notOnPath);
      }
      loadCarried(notOnPath);
    }
  }

  private static void loadCarried(UnsatisfiedLinkError notOnPath) {
    String chosen = System.getProperty(EXTRACT_PROPERTY, System.getProperty("java.io.tmpdir"));
    List<Path> files = new ArrayList<>();
    try {
      Path directory = Files.createTempDirectory(Files.createDirectories(Path.of(chosen)), "koord");
      files.add(directory);
      for (String name : CARRIED) {
        extract(name, directory, files);
      }
    } catch (IOException e) {
      delete(files);
      UnsatisfiedLinkError error =
          failure("the copy in the jar cannot be extracted to " + chosen + " (" + e + "); set "
              + EXTRACT_PROPERTY + " to another directory", notOnPath);
      error.addSuppressed(e);
      throw error;
    }
    try {
      for (Path file : files.subList(1, files.size())) {
        System.load(file.toString());
      }
    } catch (UnsatisfiedLinkError e) {
      throw failure("the copy in the jar was extracted to " + chosen + " but does not load: "
          + e.getMessage() + ". If that directory is mounted noexec, set " + EXTRACT_PROPERTY
          + " to one from which programs may run", notOnPath);
    } finally {
      delete(files); // mapped files stay in memory
    }
  }

  private static void extract(String name, Path directory, List<Path> files) throws IOException {
    try (InputStream library = NativeLoader.class.getResourceAsStream(resource(name))) {
      if (library == null) {
        return;
      }
      Path file = directory.resolve(name);
      files.add(file);
      Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static void delete(List<Path> files) {
    for (int i = files.size() - 1; i >= 0; i--) {
      try {
        Files.deleteIfExists(files.get(i));
      } catch (IOException e) {
        files.get(i).toFile().deleteOnExit();
      }
    }
  }

  private static String resource(String name) {
    return "/org/koord/native/linux-" + System.getProperty("os.arch") + "/" + name;
  }

  private static UnsatisfiedLinkError failure(String why, UnsatisfiedLinkError notOnPath) {
    UnsatisfiedLinkError error =
        new UnsatisfiedLinkError("lib" + NAME + ".so does not load: " + why + " ("
            + notOnPath.getMessage() + "); " + PATH_PROPERTY + " may name the file");
    error.addSuppressed(notOnPath);
    return error;
  }
}
