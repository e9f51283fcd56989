/**
 * The address of a picture that isn't among the first things people look for. Not in the page that the server draws: browsers fetch lazy
 * pictures three screens ahead, and these would share the network with what is seen first.
 */
export const pictureThatCanWait = (address: string): string | undefined =>
  import.meta.env.SSR ? undefined : address
