/**
 * oidc-provider warns at import that the runtime isn't an LTS release of Node, because the build that npm installs doesn't say
 * that it is one. On the console of someone who has just typed `npm start` that reads as a fault of theirs.
 */
async function withoutRuntimeWarning<T>(load: () => Promise<T>): Promise<T> {
  const { warn } = console
  console.warn = (...said: unknown[]) => {
    if (!String(said[0]).includes('Unsupported runtime')) warn(...said)
  }
  try {
    return await load()
  } finally {
    console.warn = warn
  }
}

export const { Provider, interactionPolicy } = await withoutRuntimeWarning(() => import('oidc-provider'))
