/** When the service worker is registered. Named as in other frameworks: `registerWhenStable:30000`. */
export type RegistrationStrategy = { when: 'immediately' } | { when: 'stable'; atLatest: number } | { when: 'delay'; after: number }

export function readStrategy(text: string): RegistrationStrategy {
  const [name, value = ''] = text.split(':')
  const ms = /^\d+$/.test(value) ? Number(value) : null
  if (name === 'registerImmediately' && !text.includes(':')) return { when: 'immediately' }
  if (name === 'registerWhenStable' && ms !== null) return { when: 'stable', atLatest: ms }
  if (name === 'registerWithDelay' && ms !== null) return { when: 'delay', after: ms }
  throw new Error(`Unknown service worker registration strategy: ${text}`)
}

/** Resolves when the strategy says so. Stable means: loaded, and with nothing left to do. */
export function waitFor(strategy: RegistrationStrategy): Promise<void> {
  if (strategy.when === 'immediately') return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  if (strategy.when === 'delay') {
    setTimeout(resolve, strategy.after)
    return promise
  }
  setTimeout(resolve, strategy.atLatest)
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(() => resolve()) : setTimeout(resolve, 200))
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
  return promise
}
