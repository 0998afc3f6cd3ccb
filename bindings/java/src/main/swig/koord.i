/* The raw layer: one static method for each function of koord.h, all package-private. Types are
 * mapped like this:
 *
 *   handles, and pointers to what callers own   long, the address; 0 is NULL
 *   texts as (pointer, length)                  byte[] in UTF-8; null is (NULL, 0)
 *   names, which are static                     String
 *   numbers and enums                           int and long of the same width
 *
 * Structs get no classes: a Java object for each would be a crossing for each field. Frame and Memory of the
 * hand-written layer read and write them in place. */
%module(jniclassname="KoordJni") KoordRaw
%{
#define KOORD_EXPERIMENTAL 1
#include <stdlib.h>
#include <string.h>
#include "koord.h"
%}

%javaconst(1);
%pragma(java) moduleclassmodifiers="final class"
%pragma(java) jniclassclassmodifiers="final class"
%pragma(java) jniclasscode=%{
  static {
    NativeLoader.load();
  }
%}

/* ---- Numbers ---- */
%apply int { int32_t, uint32_t };
%apply long long { int64_t, uint64_t, size_t };

/* ---- Addresses ---- */
%define KOORD_ADDRESS(TYPE)
%typemap(jni) TYPE "jlong"
%typemap(jtype) TYPE "long"
%typemap(jstype) TYPE "long"
%typemap(javain) TYPE "$javainput"
%typemap(javaout) TYPE { return $jnicall; }
%typemap(in) TYPE %{ $1 = ($1_ltype)(intptr_t)$input; %}
%typemap(out) TYPE %{ $result = (jlong)(intptr_t)$1; %}
%typemap(freearg) TYPE ""
%typemap(argout) TYPE ""
%enddef
KOORD_ADDRESS(SWIGTYPE *)
KOORD_ADDRESS(char *)
/* Names, in ASCII. */
%typemap(jni) const char * "jstring"
%typemap(jtype) const char * "String"
%typemap(jstype) const char * "String"
%typemap(javaout) const char * { return $jnicall; }
%typemap(out) const char * %{ $result = (*jenv)->NewStringUTF(jenv, $1); %}
/* Texts that belong to a handle: see koord_jni_view. */
%define KOORD_LENT(FUNCTION)
KOORD_ADDRESS(const char *FUNCTION)
%enddef

/* ---- Texts ---- */
%{
/* The bytes of a Java array. Short ones are on the stack, because most texts are uids and names. */
typedef struct koord_jni_text {
  jbyte few[256];
  jbyte *bytes;
  size_t length;
} koord_jni_text;

static int koord_jni_open(JNIEnv *env, jbyteArray array, koord_jni_text *text) {
  text->bytes = NULL;
  text->length = 0;
  if (!array) return 1;
  const jsize length = (*env)->GetArrayLength(env, array);
  text->bytes = length <= (jsize)sizeof text->few ? text->few : malloc((size_t)length);
  if (!text->bytes) {
    const jclass error = (*env)->FindClass(env, "java/lang/OutOfMemoryError");
    if (error) (*env)->ThrowNew(env, error, "a text for libkoord");
    return 0;
  }
  text->length = (size_t)length;
  (*env)->GetByteArrayRegion(env, array, 0, length, text->bytes);
  return 1;
}

static void koord_jni_close(koord_jni_text *text) {
  if (text->bytes != text->few) free(text->bytes);
}
%}
%typemap(jni) (const char *TEXT, size_t LENGTH) "jbyteArray"
%typemap(jtype) (const char *TEXT, size_t LENGTH) "byte[]"
%typemap(jstype) (const char *TEXT, size_t LENGTH) "byte[]"
%typemap(javain) (const char *TEXT, size_t LENGTH) "$javainput"
%typemap(in) (const char *TEXT, size_t LENGTH) (koord_jni_text text) %{
  if (!koord_jni_open(jenv, $input, &text)) return $null;
  $1 = ($1_ltype)text.bytes;
  $2 = text.length;
%}
%typemap(freearg) (const char *TEXT, size_t LENGTH) %{ koord_jni_close(&text$argnum); %}
%typemap(argout) (const char *TEXT, size_t LENGTH) ""
%define KOORD_TEXT(TEXT_NAME, LENGTH_NAME)
%apply (const char *TEXT, size_t LENGTH) { (const char *TEXT_NAME, size_t LENGTH_NAME) };
%enddef

/* ---- Functions ---- */
%rename("$ignore", %$isclass) "";
#define KOORD_EXPERIMENTAL 1
%include "headers.i"

/* ---- Functions written in C ---- */
%typemap(in, numinputs=0) JNIEnv *env %{ $1 = jenv; %}
%javaconst(0);
%define KOORD_SIZE(STRUCT)
%constant int STRUCT##_size = sizeof(STRUCT);
%enddef
%include "structs.i"

%inline %{
/* Returns the bytes of a document and frees it. */
static jbyteArray koord_jni_take(JNIEnv *env, int64_t document) {
  koord_buffer *buffer = (koord_buffer *)(intptr_t)document;
  const size_t size = koord_buffer_get_length(buffer);
  const jbyteArray bytes = size <= INT32_MAX ? (*env)->NewByteArray(env, (jsize)size) : NULL;
  if (bytes) (*env)->SetByteArrayRegion(env, bytes, 0, (jsize)size, (const jbyte *)koord_buffer_get_data(buffer));
  koord_buffer_unref(buffer);
  return bytes;
}

/* Returns a buffer over existing bytes, valid as long as their owner. Returns null if there are more
 * bytes than a buffer can hold, or no memory. */
static jobject koord_jni_view(JNIEnv *env, int64_t address, int64_t length) {
  return length <= INT32_MAX ? (*env)->NewDirectByteBuffer(env, (void *)(intptr_t)address, length) : NULL;
}

/* Returns the address of a direct buffer's first byte, or 0 if the buffer is not direct. */
static int64_t koord_jni_address(JNIEnv *env, jobject buffer) {
  return buffer ? (int64_t)(intptr_t)(*env)->GetDirectBufferAddress(env, buffer) : 0;
}
%}

%{
/* Returns the version. NativeLoader calls it to recognise the library. */
JNIEXPORT jint JNICALL Java_org_koord_NativeLoader_version(JNIEnv *env, jclass loader) {
  (void)env;
  (void)loader;
  return (jint)koord_version();
}
%}

%{
/* Passes diagnostics of a context to Remarks.accept(int, byte[]), which must not throw. */
typedef struct koord_jni_log {
  JavaVM *vm;
  jobject remarks;
  jmethodID accept;
} koord_jni_log;

static void koord_jni_remark(void *user, int32_t level, const char *message, size_t length) {
  const koord_jni_log *log = user;
  JNIEnv *env = NULL;
  if ((*log->vm)->GetEnv(log->vm, (void **)&env, JNI_VERSION_1_6) != JNI_OK) return;
  if ((*env)->ExceptionCheck(env)) return;
  const jbyteArray text = (*env)->NewByteArray(env, (jsize)length);
  if (!text) return;
  (*env)->SetByteArrayRegion(env, text, 0, (jsize)length, (const jbyte *)message);
  (*env)->CallVoidMethod(env, log->remarks, log->accept, (jint)level, text);
  if ((*env)->ExceptionCheck(env)) return;
  (*env)->DeleteLocalRef(env, text);
}
%}
%inline %{
/* Sends the diagnostics of a context to an object of the class Remarks. The caller frees the result
 * with koord_jni_log_free, after the context. Returns 0 if there is no memory. */
static int64_t koord_jni_log_to(JNIEnv *env, int64_t context, jobject remarks) {
  koord_jni_log *log = calloc(1, sizeof *log);
  if (!log) return 0;
  const jclass type = (*env)->GetObjectClass(env, remarks);
  log->accept = (*env)->GetMethodID(env, type, "accept", "(I[B)V");
  log->remarks = log->accept ? (*env)->NewGlobalRef(env, remarks) : NULL;
  if (!log->remarks || (*env)->GetJavaVM(env, &log->vm) != JNI_OK) {
    if (log->remarks) (*env)->DeleteGlobalRef(env, log->remarks);
    free(log);
    return 0;
  }
  koord_context_set_log((koord_context *)(intptr_t)context, koord_jni_remark, log);
  return (int64_t)(intptr_t)log;
}

static void koord_jni_log_free(JNIEnv *env, int64_t address) {
  koord_jni_log *log = (koord_jni_log *)(intptr_t)address;
  if (!log) return;
  (*env)->DeleteGlobalRef(env, log->remarks);
  free(log);
}
%}
