import { Suspense } from 'react'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { TeamFrame } from '../team-frame.tsx'
import { TeamGames } from './team-games.tsx'

/** Loaded late, because they are below the games. */
const TeamPhotos = lazyAfterPaint(async () => (await import('./team-photos.tsx')).TeamPhotos)

export default function TeamPage() {
  return (
    <TeamFrame>
      {(team) => (
        <>
          <TeamGames team={team} />
          <Suspense>
            <TeamPhotos teamId={team.id} />
          </Suspense>
        </>
      )}
    </TeamFrame>
  )
}
