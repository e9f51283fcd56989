/**
 * oidc-provider warns at import that the runtime isn't an LTS release of Node, because npm's build doesn't
 * say that it is one. To someone who has just typed `npm start`, the warning would look like their own
 * mistake.
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
