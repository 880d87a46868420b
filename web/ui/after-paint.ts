import { type ComponentType, lazy } from 'react'

const { promise: painted, resolve } = Promise.withResolvers<void>()

// Should the first screen fail, what waits for it is still to come.
const atLatest = 5000
setTimeout(resolve, atLatest)

/** Resolves once the first screen is to be seen. What that screen does not need waits until then. */
export const afterPaint = () => painted

/** Told when the first screen is in place; the next frame paints it. A hidden tab has no frames. */
export function noteFirstScreen(): void {
  requestAnimationFrame(() => setTimeout(resolve))
  setTimeout(resolve, 500)
}

/** A part that the first sight of a screen can do without. */
export const lazyAfterPaint = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await painted
    return { default: await load() }
  })
