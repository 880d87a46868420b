import { type Page, pages } from '../pages.ts'

/** What discover can be about. Players have a screen of their own, which joins when it is there. */
export const discoverContexts = ['events', 'places', 'players'] as const

export const playersPath = 'localconnect'
export const hasPlayers = () => Object.values<Page>(pages).some(({ path }) => path === playersPath)
