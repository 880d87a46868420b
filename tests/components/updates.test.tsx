import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { watchForUpdates } from '../../web/pwa/updates.ts'

/** Simulates a new version that waits to be activated. Returns what the page tells it to do. */
function offerVersion() {
  const messages: string[] = []
  const worker = Object.assign(new EventTarget(), {
    state: 'installed',
    postMessage: (message: string, ports?: MessagePort[]) => {
      messages.push(message)
      ports?.[0]?.postMessage('a newer build')
    },
  })
  const registration = Object.assign(new EventTarget(), { installing: null, waiting: worker, update: async () => undefined })
  watchForUpdates(registration as unknown as ServiceWorkerRegistration)
  return messages
}

/** Waits for one round of messages. The page has then handled all messages that were sent before. */
async function untilAnswered() {
  const { port1, port2 } = new MessageChannel()
  const answer = Promise.withResolvers<void>()
  port1.onmessage = () => answer.resolve()
  port2.postMessage('after the others')
  await answer.promise
  await new Promise((resolve) => setTimeout(resolve))
}

it('activates a new version at once if nothing can be lost', async () => {
  const messages = offerVersion()
  await expect.poll(() => messages).toEqual(['build', 'take-over'])
})

it('keeps a new version waiting while the user is typing, even outside of a form', async () => {
  await render(<input aria-label="City" />)
  const city = page.getByLabelText('City')
  await city.fill('bost')
  const messages = offerVersion()
  await untilAnswered()
  expect(messages).toEqual(['build'])
  city.element().dispatchEvent(new Event('input', { bubbles: true }))
  await untilAnswered()
  expect(messages).toEqual(['build'])
  ;(city.element() as HTMLInputElement).blur()
  await expect.poll(() => messages).toEqual(['build', 'take-over'])
})
