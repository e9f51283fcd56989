import { createContext, type ReactNode } from 'react'

/** Shows something over every page from now on, also over those without the frame; null takes it away, as when the person signs out. */
export const ShowOverPages = createContext<(shown: ReactNode) => void>(() => {})
