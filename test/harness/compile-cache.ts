/** For a process with an environment of its own: where the launcher has Node keep what it compiled. */
export const compileCache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
