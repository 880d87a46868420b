import { type ComponentProps, Suspense } from 'react'
import { lazyAfterPaint } from '../ui/after-paint.ts'
import type { DirectionsButtons as LoadedButtons } from './directions-buttons.tsx'

const DirectionsButtons = lazyAfterPaint(async () => (await import('./directions-buttons.tsx')).DirectionsButtons)

/** The buttons under a map. They load late, because the map is far down on its page. */
export const LateDirectionsButtons = (props: ComponentProps<typeof LoadedButtons>) => (
  <Suspense fallback={<div className="min-h-11.5" />}>
    <DirectionsButtons {...props} />
  </Suspense>
)
