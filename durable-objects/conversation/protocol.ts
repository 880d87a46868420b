import * as v from 'valibot'

/** A message of 4,000 characters can need several bytes for each of them. */
export const maxFrameLength = 16_000
/** A person may send this many messages in this time, from all their devices together. */
export const maxSends = 20
export const sendWindow = 10_000
/** How many messages a person may send to somebody who has not accepted the first one yet. */
export const maxRequestMessages = 3
/** The first frame says of so many people that they have read the viewer's last message. */
export const maxMarksShown = 50
/** A socket may send this many frames of any kind in the same time. Pings do not count. */
export const maxFrames = 100

/** The Worker puts an `Admission` as JSON into this header when it forwards the request for a socket. */
export const admissionHeader = 'x-admission'

/** What the Worker has found out about the person who connects. */
export const Admission = v.object({
  conversationId: v.string(),
  userId: v.string(),
  /** When the Worker checked that the person may read here. Somebody who was removed after that is refused. */
  checkedAt: v.number(),
  mayWrite: v.boolean(),
  /** The person keeps order here. */
  mayModerate: v.boolean(),
  /** A stranger has added the person to this group, and they have not accepted it yet. They read, and nobody learns of it. */
  isInvited: v.boolean(),
  /** The person lets others see that they are online. */
  sharesOnline: v.boolean(),
  sessionId: v.string(),
  /** People of this conversation with a block between them and this person. They do not see each other here. */
  hiddenIds: v.array(v.string()),
  /** The person who wrote first to somebody who has not accepted it yet. */
  requesterId: v.nullable(v.string()),
})
export type Admission = v.InferOutput<typeof Admission>
