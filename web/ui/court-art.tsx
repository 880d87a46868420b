import { Suspense, use } from 'react'
import type { ActivityId } from '../../domain/activities.ts'
import { courtGrounds, grounds } from './court-art/grounds.ts'
import type { Drawing } from './court-art/layers.ts'

interface Subject {
  activity: ActivityId
  /** Turns and crops the drawing: give the id of the thing it stands for. */
  seed: string
}

type Drawings = Partial<Record<ActivityId, Drawing>>

const halves = {
  courts: async (): Promise<Drawings> => (await import('./court-art/courts.ts')).courts,
  places: async (): Promise<Drawings> => (await import('./court-art/places.ts')).places,
}

type Half = keyof typeof halves

async function loadHalf(half: Half) {
  try {
    const [{ CourtLines }, drawings] = await Promise.all([import('./court-art/court-lines.tsx'), halves[half]()])
    return { CourtLines, drawings }
  } catch {
    // The plain ground is picture enough, and a decoration must not bring a page down that is read offline.
    return undefined
  }
}

const loading: { [half in Half]?: ReturnType<typeof loadHalf> } = {}

function Lines({ activity, seed }: Subject) {
  const half: Half = activity in courtGrounds ? 'courts' : 'places'
  loading[half] ??= loadHalf(half)
  const loaded = use(loading[half])
  const drawing = loaded?.drawings[activity]
  return loaded && drawing ? <loaded.CourtLines drawing={drawing} seed={seed} /> : null
}

/** An activity's own lines on its own ground, in the place of a stock photo. Fills whatever box it is given. */
export function CourtArt({ activity, seed, className = 'block size-full' }: Subject & { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 300 160" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path fill={grounds[activity]} d="M-900-900h2100v2100H-900z" />
      <Suspense fallback={null}>
        <Lines activity={activity} seed={seed} />
      </Suspense>
    </svg>
  )
}
