import { expect } from '@playwright/test'
import * as v from 'valibot'
import { messagePageSize } from '../../domain/messages/contract.ts'
import { ServerFrame } from '../../domain/messages/frames.ts'
import { addMessages } from '../world/messages.ts'
import { expectAccessible, testWithOwnProduct } from './fixtures.ts'
import { logInAs } from './sign-in.ts'

type Welcome = Extract<ServerFrame, { type: 'welcome' }>

testWithOwnProduct(
  'the demo player finds unread messages of each kind, and a long talk opens at the first of them',
  async ({ page, baseURL }) => {
    await addMessages(baseURL ?? '')
    await logInAs(page, 'player')
    const row = (name: RegExp) => page.getByRole('list', { name: 'Conversations' }).getByRole('link', { name })
    // The objects write to the lists a moment later.
    await expect(async () => {
      await page.goto('/messages')
      for (const name of [
        /^Dana Alvarez .*\d unread/,
        /^San Antonio trip .*\d unread/,
        /^Sunset Smashers .*Mentions you.*\d unread/,
        /^Carpools, Sunset Smashers .*\d unread/,
        /^Saturday sunrise open play, .*\d unread/,
        /^Sunday hikes .*Muted.*\d unread/,
        /^Ada Quinn .*Request/,
      ])
        await expect(row(name)).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 30_000 })
    await expect(page.getByRole('link', { name: /A poll is waiting for your answer Sunset Smashers/ })).toBeVisible()
    await expectAccessible(page)

    const welcomes: Welcome[] = []
    page.on('websocket', (socket) => {
      if (!socket.url().includes('/api/conversations/')) return
      socket.on('framereceived', ({ payload }) => {
        const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), ServerFrame), payload)
        if (success && output.type === 'welcome') welcomes.push(output)
      })
    })
    await row(/^Sunset Smashers/).click()
    const log = page.getByRole('log', { name: 'Messages' })
    await expect(log.getByText('3 new', { exact: true })).toBeInViewport()
    await expect(log.getByText('can you bring the oranges again?')).toBeInViewport()
    await expect.poll(() => welcomes.length).toBe(1)
    expect(welcomes[0]?.lastSeq).toBeGreaterThan(2000)
    expect(welcomes[0]?.messages.length).toBeLessThanOrEqual(messagePageSize)

    await row(/^Dana Alvarez/).click()
    await expect(log.getByRole('region', { name: 'Game: Tuesday night full house' })).toContainText('You are on the waitlist')
    await expect(log.getByRole('link', { name: /Northside Tennis & Pickleball Courts/ })).toContainText('Eight lit courts')
  },
)
