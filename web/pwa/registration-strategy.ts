/** When to register the service worker. The names are the ones Angular uses, such as `registerWhenStable:30000`. */
export type RegistrationStrategy = { when: 'immediately' } | { when: 'stable'; maxWaitMs: number } | { when: 'delay'; delayMs: number }

export function readStrategy(text: string): RegistrationStrategy {
  const [name, value = ''] = text.split(':')
  const ms = /^\d+$/.test(value) ? Number(value) : null
  if (name === 'registerImmediately' && !text.includes(':')) return { when: 'immediately' }
  if (name === 'registerWhenStable' && ms !== null) return { when: 'stable', maxWaitMs: ms }
  if (name === 'registerWithDelay' && ms !== null) return { when: 'delay', delayMs: ms }
  throw new Error(`Unknown service worker registration strategy: ${text}`)
}

/** Resolves when the strategy allows the registration. The page is stable when it has loaded and the browser is idle. */
export function waitForStrategy(strategy: RegistrationStrategy): Promise<void> {
  if (strategy.when === 'immediately') return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  if (strategy.when === 'delay') {
    setTimeout(resolve, strategy.delayMs)
    return promise
  }
  setTimeout(resolve, strategy.maxWaitMs)
  const whenIdle = () => ('requestIdleCallback' in window ? requestIdleCallback(() => resolve()) : setTimeout(resolve, 200))
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
  return promise
}
