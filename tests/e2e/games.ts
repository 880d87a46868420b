import { expect, type Page } from '@playwright/test'
import type { CreateEvent, EventForm } from '../../domain/events/contract.ts'

const day = 24 * 60 * 60 * 1000
let keys = 0

/** Wall-clock time so many days from now. */
export const inDays = (days: number, time: string) => `${new Date(Date.now() + days * day).toISOString().slice(0, 10)}T${time}`

/** Puts up a game as whoever this page is signed in as, and answers its id. */
export async function putUpGame(page: Page, form: Partial<EventForm> = {}): Promise<string> {
  keys += 1
  const where = { placeId: null, name: 'Northside Courts', address: '', lat: 30.3573, lng: -97.7389 }
  const data: CreateEvent = {
    form: {
      activity: 'pickleball',
      title: 'Open play',
      description: '',
      where,
      starts: inDays(2, '18:00'),
      ends: inDays(2, '20:00'),
      levelMin: null,
      levelMax: null,
      capacity: 8,
      slots: [],
      guestsMost: 3,
      visibility: 'public',
      teamId: null,
      needsApproval: false,
      questions: [],
      leaveMinutes: 720,
      waitlistMode: 'order',
      coHosts: [],
      ...form,
    },
    repeat: null,
    publish: { when: 'now' },
    idempotencyKey: `e2e-game-${Date.now()}-${keys}`,
  }
  const made = await page.request.post('/api/events', { data })
  expect(made.status(), await made.text()).toBe(201)
  return ((await made.json()) as { id: string }).id
}
