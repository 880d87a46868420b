import { useQuery } from '@tanstack/react-query'
import { matchPath, useLocation } from 'react-router'
import { readReturnPath } from '../../domain/access/rules.ts'
import { pages } from '../../domain/pages.ts'
import { GameSummary } from '../events/game-summary.tsx'
import { eventById } from '../events/queries.ts'

const gamePages = [pages.event, pages.game, pages.shortEvent]

/** The id of the game to which the person returns after they have signed in. */
function findGame(here: string): string | null {
  const [path = ''] = readReturnPath(here)?.split('?') ?? []
  const match = gamePages.map((page) => matchPath(`/${page.path}`, path)).find((found) => found !== null)
  return match?.params.id ?? null
}

/** Shows which game a person signs in for. It shows nothing for other pages, and for games that only members see. */
export function GameToJoin() {
  const { search } = useLocation()
  const id = findGame(search)
  const { data } = useQuery({ ...eventById(id ?? ''), enabled: id !== null, retry: false })
  return data ? <GameSummary event={data} className="rounded-card border border-line bg-card p-4" /> : null
}
