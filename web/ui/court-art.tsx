import { useEffect, useState } from 'react'
import type { ActivityId } from '../../domain/activities.ts'
import { afterPaint } from './after-paint.ts'
import { commonGrounds, grounds } from './court-art/grounds.ts'
import type { Drawing } from './court-art/layers.ts'
import { type CourtColors, recolor } from './court-art/recolor.ts'

interface CourtArtProps {
  activity: ActivityId
  /** Decides how the drawing is turned and cropped. Pass the id of the game, place or community that is shown. */
  seed: string
  /** Replaces the ground color of the activity, for example with the colors of a community. */
  colors?: CourtColors | null | undefined
}

type Drawings = Partial<Record<ActivityId, Drawing>>

/** The drawings are in two files, so that most pages load only the first. */
const importDrawings = {
  common: async (): Promise<Drawings> => (await import('./court-art/common-drawings.ts')).commonDrawings,
  other: async (): Promise<Drawings> => (await import('./court-art/other-drawings.ts')).otherDrawings,
}

type DrawingSet = keyof typeof importDrawings

type Loaded = Awaited<ReturnType<typeof loadDrawingSet>>

async function loadDrawingSet(set: DrawingSet) {
  try {
    const [{ CourtLines }, drawings] = await Promise.all([import('./court-art/court-lines.tsx'), importDrawings[set]()])
    return { CourtLines, drawings }
  } catch {
    // The page shows the plain background color instead. A decoration must not break a page that is read offline.
    return undefined
  }
}

const loading: { [set in DrawingSet]?: Promise<Loaded> } = {}
const loaded: { [set in DrawingSet]?: Loaded } = {}

/**
 * We do not use Suspense here: React delays what it reveals by some hundred milliseconds, and the lines should appear as soon as
 * they load.
 */
function useDrawingSet(set: DrawingSet): Loaded {
  const [current, setCurrent] = useState(loaded[set])
  useEffect(() => {
    let isUnmounted = false
    loading[set] ??= afterPaint().then(() => loadDrawingSet(set))
    void loading[set].then((result) => {
      loaded[set] = result
      if (!isUnmounted) setCurrent(result)
    })
    return () => {
      isUnmounted = true
    }
  }, [set])
  return current
}

/** Draws the court of an activity where other products show a stock photo. Fills the box that contains it. */
export function CourtArt({ activity, seed, colors, className = 'block size-full' }: CourtArtProps & { className?: string | undefined }) {
  const loadedSet = useDrawingSet(activity in commonGrounds ? 'common' : 'other')
  const own = loadedSet?.drawings[activity]
  const drawing = own && colors ? recolor(own, grounds[activity], colors) : own
  return (
    <svg className={className} viewBox="0 0 300 160" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <path fill={colors?.ground ?? grounds[activity]} d="M-900-900h2100v2100H-900z" />
      {loadedSet && drawing && <loadedSet.CourtLines drawing={drawing} seed={seed} />}
    </svg>
  )
}
