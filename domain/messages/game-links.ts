import { pages } from '../pages.ts'
import { splitLinks } from '../rich-text/safe-href.ts'

const gamePaths = [pages.event, pages.game, pages.shortEvent].map(({ path }) => new RegExp(`^/${path.replace(':id', '([\\w-]{1,64})')}/?$`))

/** A message shows this many games of its text. The others stay links. */
const maxGamesShown = 2

/** The ids of the games to which a text links, each once. `hosts` are the product's own: a link to another site is only a link. */
export function findGameLinks(text: string, hosts: readonly string[]): string[] {
  // Most messages have no links.
  if (!text.includes('://')) return []
  const ids = splitLinks(text).flatMap(({ href }) => {
    const url = href === null ? null : URL.parse(href)
    if (!url || !hosts.includes(url.host)) return []
    return gamePaths.flatMap((path) => path.exec(url.pathname)?.[1] ?? [])
  })
  return [...new Set(ids)].slice(0, maxGamesShown)
}
