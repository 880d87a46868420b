import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { followUpdates } from '../../web/pwa/updates.ts'

/** A new version that waits to be let in, and what the page tells it. */
function offerVersion() {
  const told: string[] = []
  const worker = Object.assign(new EventTarget(), {
    state: 'installed',
    postMessage: (word: string, ports?: MessagePort[]) => {
      told.push(word)
      ports?.[0]?.postMessage('a newer build')
    },
  })
  const registration = Object.assign(new EventTarget(), { installing: null, waiting: worker, update: async () => undefined })
  followUpdates(registration as unknown as ServiceWorkerRegistration)
  return told
}

/** What the page decides about an answer it was sent before is decided when this one has come back. */
async function untilAnswered() {
  const { port1, port2 } = new MessageChannel()
  const answer = Promise.withResolvers<void>()
  port1.onmessage = () => answer.resolve()
  port2.postMessage('after the others')
  await answer.promise
  await new Promise((resolve) => setTimeout(resolve))
}

it('lets a new version in at once where nothing can be lost', async () => {
  const told = offerVersion()
  await expect.poll(() => told).toEqual(['build', 'take-over'])
})

it('keeps a new version waiting while someone is typing, also outside of a form', async () => {
  await render(<input aria-label="City" />)
  const city = page.getByLabelText('City')
  await city.fill('bost')
  const told = offerVersion()
  await untilAnswered()
  expect(told).toEqual(['build'])
  city.element().dispatchEvent(new Event('input', { bubbles: true }))
  await untilAnswered()
  expect(told).toEqual(['build'])
  ;(city.element() as HTMLInputElement).blur()
  await expect.poll(() => told).toEqual(['build', 'take-over'])
})
