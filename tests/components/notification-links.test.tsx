import { expect, it } from 'vitest'
import { holdReload } from '../../web/busy.ts'
import { openNotificationLinks } from '../../web/pwa/notification-links.ts'

/** Sends the message that the service worker sends after a tap on a notification, and returns the answer of the page. */
async function tap(path: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  port1.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data)
  navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { open: path }, ports: [port2] }))
  return promise
}

it('A tap on a notification opens its page in this tab, but not while the tab has unsaved input', async () => {
  const opened: string[] = []
  openNotificationLinks((path) => opened.push(path))
  const release = holdReload()
  expect(await tap('/evt/sunrise')).toBe(false)
  expect(opened).toEqual([])
  release()
  expect(await tap('/evt/sunrise')).toBe(true)
  expect(opened).toEqual(['/evt/sunrise'])
})
