import * as v from 'valibot'
import { Id } from '../ids.ts'
import { maxWatched, Presence } from './contract.ts'

/** A message from the client. */
export const ClientFrame = v.variant('type', [
  v.object({ type: v.literal('status') }),
  /** Everyone whose presence this tab shows now. Whoever is missing is no longer watched. */
  v.object({ type: v.literal('watch'), userIds: v.pipe(v.array(Id), v.maxLength(maxWatched)) }),
  /** The event whose page this tab shows now, or null. */
  v.object({ type: v.literal('show'), eventId: v.nullable(Id) }),
])
export type ClientFrame = v.InferOutput<typeof ClientFrame>

/**
 * What has changed. The tab asks the server for it, which decides what the person may see. `unread`: what the answer about the number would be,
 * after the person has read something elsewhere.
 */
export const News = v.variant('about', [
  v.object({ about: v.literal('messages'), unread: v.optional(v.object({ unread: v.number(), requests: v.number() })) }),
  v.object({ about: v.literal('notices'), unread: v.optional(v.object({ unread: v.number() })) }),
  v.object({ about: v.literal('seats'), eventId: v.string() }),
])
export type News = v.InferOutput<typeof News>

/** A message from the Durable Object. */
export const ServerFrame = v.variant('type', [
  v.object({ type: v.literal('presence'), presence: Presence }),
  /** The presence of people whom the tab watches: at first, and when it changes. Null if they do not share it. */
  v.object({ type: v.literal('watched'), people: v.array(v.object({ userId: v.string(), presence: v.nullable(Presence) })) }),
  v.object({ type: v.literal('news'), news: News }),
  v.object({ type: v.literal('refused'), reason: v.string() }),
])
export type ServerFrame = v.InferOutput<typeof ServerFrame>

export type WatchedPerson = Extract<ServerFrame, { type: 'watched' }>['people'][number]
