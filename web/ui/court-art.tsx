import { useEffect, useState } from 'react'
import type { ActivityId } from '../../domain/activities.ts'
import { afterPaint } from './after-paint.ts'
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

type Loaded = Awaited<ReturnType<typeof loadHalf>>

async function loadHalf(half: Half) {
  try {
    const [{ CourtLines }, drawings] = await Promise.all([import('./court-art/court-lines.tsx'), halves[half]()])
    return { CourtLines, drawings }
  } catch {
    // The plain ground is picture enough, and a decoration must not bring a page down that is read offline.
    return undefined
  }
}

const loading: { [half in Half]?: Promise<Loaded> } = {}
const loaded: { [half in Half]?: Loaded } = {}

/** Not Suspense: React holds reveals back for some hundred milliseconds, and these lines are to appear as they come. */
function useHalf(half: Half): Loaded {
  const [here, setHere] = useState(loaded[half])
  useEffect(() => {
    let isGone = false
    loading[half] ??= afterPaint().then(() => loadHalf(half))
    void loading[half].then((arrived) => {
      loaded[half] = arrived
      if (!isGone) setHere(arrived)
    })
    return () => {
      isGone = true
    }
  }, [half])
  return here
}

/** An activity's own lines on its own ground, in the place of a stock photo. Fills whatever box it is given. */
export function CourtArt({ activity, seed, className = 'block size-full' }: Subject & { className?: string | undefined }) {
  const half = useHalf(activity in courtGrounds ? 'courts' : 'places')
  const drawing = half?.drawings[activity]
  return (
    <svg className={className} viewBox="0 0 300 160" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path fill={grounds[activity]} d="M-900-900h2100v2100H-900z" />
      {half && drawing && <half.CourtLines drawing={drawing} seed={seed} />}
    </svg>
  )
}
