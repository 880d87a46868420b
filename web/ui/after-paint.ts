import { type ComponentType, lazy } from 'react'

const { promise: firstPaint, resolve } = Promise.withResolvers<void>()

// If the first screen fails, we still load the parts that wait for it.
const maxWaitMs = 5000
setTimeout(resolve, maxWaitMs)

/** Resolves when the user can see the first screen. Parts that this screen does not need wait for it. */
export const afterPaint = () => firstPaint

/** Call this when the first screen is rendered. The next frame paints it. A hidden tab has no frames, so a timer resolves there. */
export function markFirstScreenReady(): void {
  requestAnimationFrame(() => setTimeout(resolve))
  setTimeout(resolve, 500)
}

/** A lazy component whose code loads after the first paint. */
export const lazyAfterPaint = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await firstPaint
    return { default: await load() }
  })

/** Resolves when what was just rendered can be seen. A hidden tab has no frames, so a timer resolves there. */
const afterNextPaint = () =>
  new Promise<void>((seen) => {
    requestAnimationFrame(() => setTimeout(seen))
    setTimeout(seen, 200)
  })

/** A lazy component whose code loads after the fallback in its place was painted. */
export const lazyAfterFallback = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await afterNextPaint()
    return { default: await load() }
  })
