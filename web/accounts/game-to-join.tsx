import { useQuery } from '@tanstack/react-query'
import { matchPath } from 'react-router'
import { pages } from '../../domain/pages.ts'
import { GameSummary } from '../events/game-summary.tsx'
import { eventById } from '../events/queries.ts'
import { getReturnPath } from './return-path.ts'

const gamePages = [pages.event, pages.game, pages.shortEvent]

/** The id of the game to which the person returns after they have signed in. */
function findGame(): string | null {
  const [path = ''] = getReturnPath()?.split('?') ?? []
  const match = gamePages.map((page) => matchPath(`/${page.path}`, path)).find((found) => found !== null)
  return match?.params.id ?? null
}

/** Shows which game a person signs in for. It shows nothing for other pages, and for games that only members see. */
export function GameToJoin() {
  const id = findGame()
  const { data } = useQuery({ ...eventById(id ?? ''), enabled: id !== null, retry: false })
  return data ? <GameSummary event={data} className="rounded-card border border-line bg-card p-4" /> : null
}
