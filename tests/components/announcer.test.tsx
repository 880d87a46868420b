import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { withDana } from './conversation-examples.ts'
import { dana } from './people-examples.ts'
import { ConversationServer, makeMessage } from './setup/conversation-server.ts'
import { openApp, someone } from './setup/open-app.tsx'

let server: ConversationServer

beforeEach(async () => {
  server = new ConversationServer({ conversation: withDana, people: [dana], messages: [makeMessage(1, { text: 'See you at 7' })] })
  await openApp(`/messages/${withDana.id}`, { viewer: someone })
  await expect.element(page.getByRole('log', { name: 'Messages' }).getByText('See you at 7')).toBeVisible()
})
afterEach(() => void vi.unstubAllGlobals())

/** What a screen reader has been asked to say last. */
const announced = () => page.getByText(/^(Dana Alvarez: |\d+ new messages$)/)

it('New messages of others are read to people who use a screen reader, and not what was there or is their own', async () => {
  await expect.element(announced()).not.toBeInTheDocument()
  server.write(dana.id, 'Running late')
  await expect.element(announced()).toHaveTextContent('Dana Alvarez: Running late')
  const region = announced().element().closest('[aria-live=polite]') as HTMLElement
  const said: (string | null)[] = []
  const observer = new MutationObserver(() => said.push(region.textContent))
  observer.observe(region, { childList: true, characterData: true, subtree: true })
  server.write(someone.id, 'No hurry')
  await expect.element(page.getByRole('log').getByText('No hurry')).toBeVisible()
  server.write(dana.id, 'Here now')
  await expect.poll(() => said.at(-1)).toBe('Dana Alvarez: Here now')
  observer.disconnect()
  expect(said).toEqual(['Dana Alvarez: Here now'])
})

it('The same words are read again if they are written again', async () => {
  server.write(dana.id, 'Hello?')
  await expect.element(announced()).toHaveTextContent('Dana Alvarez: Hello?')
  const first = announced().element()
  server.write(dana.id, 'Hello?')
  // A screen reader says nothing if nothing in the region has changed.
  await expect.poll(() => first.isConnected).toBe(false)
  await expect.element(announced()).toHaveTextContent('Dana Alvarez: Hello?')
})

it('Many new messages at once are counted and not read', async () => {
  const burst = [2, 3, 4, 5].map((seq) => makeMessage(seq, { sentAt: Date.now() }))
  server.say({ type: 'messages', messages: burst, after: 1 })
  await expect.element(announced()).toHaveTextContent('4 new messages')
})
