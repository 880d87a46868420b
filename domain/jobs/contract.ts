import * as v from 'valibot'
import { platformIds } from '../platforms.ts'
import { News } from '../presence/frames.ts'

export const queueNames = ['mail', 'notices', 'work', 'money'] as const
export type QueueName = (typeof queueNames)[number]

/** A job that failed on every try. Operators see its kind and its error, but not the person it is about. */
export const DeadLetter = v.object({
  id: v.string(),
  queue: v.picklist(queueNames),
  error: v.nullable(v.string()),
  attempts: v.number(),
  failedAt: v.number(),
})
export type DeadLetter = v.InferOutput<typeof DeadLetter>

export const DeadLetterList = v.object({ deadLetters: v.array(DeadLetter) })
export const JobId = v.object({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)) })

const platform = v.optional(v.picklist(platformIds))

/**
 * Work that takes long or touches files: each kind with the content of its message. Do not rename kinds or fields, because an older
 * release may have queued them. To add a kind, add an entry here; worker/work.ts does not compile until it has a function for it.
 */
export const workKinds = {
  export: v.object({ exportId: v.string(), platform }),
  /** A key that ends with a slash means all files below it. */
  'erase-files': v.object({ keys: v.array(v.string()) }),
  /** A person deleted their account, so their data in Durable Objects must be deleted too. */
  'forget-objects': v.object({ userId: v.string() }),
  /** Games that are over. The numbers that count toward the badges of their players are updated. */
  'games-over': v.object({ eventIds: v.array(v.string()) }),
  /** New games of a season. Its people get seats in them, or invitations. */
  'fill-sessions': v.object({
    seasonId: v.string(),
    eventIds: v.array(v.string()),
    attendance: v.picklist(['joined', 'invited']),
    actorId: v.string(),
  }),
  /** A person registered for a season after its games were made. They get seats or invitations like everyone else. */
  'join-sessions': v.object({ seasonId: v.string(), userId: v.string(), actorId: v.string() }),
  /** Places of a form may be free for those who wait for them. */
  'fill-form-places': v.object({ formId: v.string() }),
  /** Makes the file with submissions that an organizer has asked for. */
  'make-form-export': v.object({ exportId: v.string(), platform }),
  /** Makes the search keys of the labels of submissions again, from those after this id on. */
  'fold-labels': v.object({ after: v.string() }),
  /** Cancels the upcoming games of a team that was deleted at this time. */
  'cancel-team-games': v.object({ teamId: v.string(), deletedAt: v.number(), platform }),
  /** Closes the sockets of people in a conversation, or of everybody. With `mayReturn` they connect again. */
  'leave-conversation': v.object({ conversationId: v.string(), userIds: v.nullable(v.array(v.string())), mayReturn: v.boolean() }),
  /**
   * A block or a privacy setting has changed: those who watch this person online are judged again. With
   * `watcherIds`, this person and these people judge each other again.
   */
  'judge-presence': v.object({ userId: v.string(), watcherIds: v.nullable(v.array(v.string())) }),
  /**
   * Alerts the people of a conversation to messages from this one on. `dueAt` identifies the alert. `after` is the person with whom the
   * previous job ended.
   */
  'alert-conversation': v.object({
    conversationId: v.string(),
    fromSeq: v.number(),
    dueAt: v.number(),
    after: v.optional(v.string()),
  }),
  /** Decides who gets an email about the messages of a conversation up to this one. */
  'mail-conversation': v.object({ conversationId: v.string(), upTo: v.number(), after: v.optional(v.string()) }),
  /** Sends to one device: a notice of the person, the test that they asked for, or what they have not read in a conversation. */
  push: v.object({
    deviceId: v.string(),
    userId: v.string(),
    noticeKey: v.nullable(v.string()),
    testToken: v.nullable(v.string()),
    isUrgent: v.boolean(),
    /** In the quiet hours of the person. */
    isSilent: v.optional(v.boolean()),
    conversationId: v.optional(v.string()),
  }),
  /** Tells the open tabs of people that there is something new. */
  'tell-online': v.object({ userIds: v.array(v.string()), news: News }),
  /** Deletes a conversation whose topic, group or community is deleted. */
  'empty-conversation': v.object({ conversationId: v.string() }),
  /** Loads the page of the link in a message. `fetchId` identifies the link: after an edit it is another one. */
  'preview-link': v.object({ conversationId: v.string(), seq: v.number(), fetchId: v.string() }),
  /** The domain of a community is live, or no longer. Cloudflare serves those that are when the job runs. */
  'serve-host': v.object({ host: v.string() }),
  /** Loads the calendar of an external team. */
  'load-feed': v.object({ externalTeamId: v.string(), fetchId: v.string() }),
}

export type WorkKind = keyof typeof workKinds
export type WorkOf<Kind extends WorkKind> = { kind: Kind } & v.InferOutput<(typeof workKinds)[Kind]>
export type Work = { [Kind in WorkKind]: WorkOf<Kind> }[WorkKind]
