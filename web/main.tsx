import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { moveFormerKeys } from './features/logins/former-keys.ts'
import { setOfflineOwnerByLogin } from './features/logins/offline-owner.ts'
import { followOtherTabs } from './features/logins/other-tabs.ts'
import { keepLayersInHistory } from './lib/back-closes.ts'
import { keepOpenWhileComposing } from './lib/composing-escape.ts'
import { keepFocusNear } from './lib/focus-heading.ts'
import { stayWithoutCode } from './lib/missing-code.ts'
import { readAnswersOfPage } from './lib/page-answers.ts'
import { paintBeforeLoading } from './lib/paint-before-loading.ts'
import { allowReloads } from './lib/reload-unasked.ts'
import { tryFailedAgain } from './lib/try-again.ts'
import { createApp } from './router.ts'

void start(document.getElementById('root')!)

// In several tasks, as each blocks a slow phone for some 50 ms: the browser can paint and answer a thumb between them.
async function start(place: HTMLElement) {
  await nextTask()
  readAnswersOfPage()
  stayWithoutCode()
  allowReloads()
  keepOpenWhileComposing()
  keepFocusNear()
  const { router, queryClient } = createApp()
  moveFormerKeys(queryClient)
  setOfflineOwnerByLogin(queryClient)
  followOtherTabs(queryClient)
  tryFailedAgain(queryClient)
  await nextTask()
  // Loads the page's code while the login is being looked up, which its loaders wait for.
  for (const route of router.getMatchedRoutes(router.latestLocation.pathname)[0]) {
    void router.loadRouteChunk(route)
  }
  // The server's drawing stays until the app can show as much.
  if (place.firstElementChild) await router.load()
  // Not before: with a subscriber to its history, the router leaves it to that one to load what it redirects to.
  keepLayersInHistory(router.history)
  paintBeforeLoading(router)
  startTransition(() => {
    createRoot(place).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    )
  })
}

function nextTask(): Promise<void> {
  return new Promise(resolve => setTimeout(resolve))
}
