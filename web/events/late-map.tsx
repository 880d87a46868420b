import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { MapView } from '../maps/map-view.tsx'
import { joinClasses } from '../ui/class-names.ts'

const View = lazy(async () => ({ default: (await import('../maps/map-view.tsx')).MapView }))

/** A map further down the page: it is loaded when it comes near, and its place is as high as it will be. */
export function LateMap({ className, ...props }: ComponentProps<typeof MapView>) {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => setNear((before) => before || entry?.isIntersecting === true), {
      rootMargin: '300px',
    })
    observer.observe(element)
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
