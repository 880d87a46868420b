import * as v from 'valibot'
import { Id } from '../ids.ts'

/** The strengths that one player can confirm of another, with their labels on screen. */
export const endorsementLabels = {
  'fair-play': 'Plays fair',
  'good-company': 'Good company',
  'on-time': 'Always on time',
  'great-host': 'Great host',
  'helps-others': 'Helps others along',
  'strong-player': 'Strong player',
} as const

export type EndorsementKind = keyof typeof endorsementLabels
export const endorsementKinds = Object.keys(endorsementLabels) as [EndorsementKind, ...EndorsementKind[]]

export const EndorsementPath = v.object({ userId: Id, kind: v.picklist(endorsementKinds) })

export const EndorsementCount = v.object({ kind: v.picklist(endorsementKinds), count: v.number(), isMine: v.boolean() })
export type EndorsementCount = v.InferOutput<typeof EndorsementCount>
