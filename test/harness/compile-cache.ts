/** For a process with its own environment: where the launcher makes Node store its compile cache. */
export const compileCache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
