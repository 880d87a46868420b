import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { afterPaint } from '../ui/after-paint.ts'
import { joinClasses } from '../ui/class-names.ts'
import type { MapView } from './map-view.tsx'

const View = lazy(async () => ({ default: (await import('./map-view.tsx')).MapView }))

/** A map further down the page. It loads when the user scrolls near it. Until then an empty box of the same size keeps its place. */
export function LazyMap({ className, ...props }: ComponentProps<typeof MapView>) {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => setNear((before) => before || entry?.isIntersecting === true), {
      rootMargin: '300px',
    })
    void afterPaint().then(() => observer.observe(element))
    return () => observer.disconnect()
  }, [])
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
