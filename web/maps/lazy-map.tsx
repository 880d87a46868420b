import { type ComponentProps, lazy, Suspense, useRef } from 'react'
import { joinClasses } from '../ui/class-names.ts'
import { useNear } from '../ui/use-near.ts'
import type { MapView } from './map-view.tsx'

const View = lazy(async () => ({ default: (await import('./map-view.tsx')).MapView }))

/** A map further down the page. It loads when the user scrolls near it. Until then an empty box of the same size keeps its place. */
export function LazyMap({ className, ...props }: ComponentProps<typeof MapView>) {
  const box = useRef<HTMLDivElement>(null)
  const isNear = useNear(box)
  return (
    <div ref={box} className={joinClasses('overflow-hidden rounded-card bg-wash', className)}>
      {isNear && (
        <Suspense>
          <View {...props} className="h-full" />
        </Suspense>
      )}
    </div>
  )
}
