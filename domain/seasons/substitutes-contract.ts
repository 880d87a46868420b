import * as v from 'valibot'
import { Id } from '../ids.ts'
import { Face } from '../profiles/contract.ts'
import { plainText } from '../texts.ts'

/** At most so many people are asked for one game, by us and by hand. */
export const maxAsked = 40
export const maxSubstituteCandidates = 20
export const maxOwnAsks = 20
const maxNameLength = 60

export const AskPath = v.object({ id: Id, eventId: Id, userId: Id })
export const SubstituteQuery = v.object({ q: v.optional(plainText('A name', maxNameLength), '') })

export const substituteAnswers = ['yes', 'no'] as const
export type SubstituteAnswer = (typeof substituteAnswers)[number]

/** Who was asked to take a seat in a game, for organizers and the captains of its sides. */
export const Substitutes = v.object({
  /** The seats that substitutes can still take. */
  openSeats: v.number(),
  /** The newest first. `answer` is null as long as the person has not answered. */
  asked: v.array(v.object({ person: Face, askedAt: v.number(), answer: v.nullable(v.picklist(substituteAnswers)), isByHand: v.boolean() })),
})
export type Substitutes = v.InferOutput<typeof Substitutes>

/** Members who are not in the game and were not asked, substitutes and free agents of the season first. */
export const SubstituteCandidates = v.object({ people: v.array(v.object({ ...Face.entries, isSubstitute: v.boolean() })) })
export type SubstituteCandidates = v.InferOutput<typeof SubstituteCandidates>

/** `taken`: somebody else was faster, or the seat is gone for another reason. */
export const askStates = ['open', 'yes', 'no', 'taken'] as const
export type AskState = (typeof askStates)[number]

/** A game to come in which the viewer was asked to take a seat. */
const OwnAsk = v.object({
  eventId: v.string(),
  title: v.string(),
  startsAt: v.number(),
  endsAt: v.number(),
  timeZone: v.string(),
  placeName: v.string(),
  homeGroupId: v.nullable(v.string()),
  awayGroupId: v.nullable(v.string()),
  state: v.picklist(askStates),
  /** The viewer's own side plays another match of the season at that time. */
  doesOwnSidePlay: v.boolean(),
})
export type OwnAsk = v.InferOutput<typeof OwnAsk>
export const OwnAsks = v.object({ asks: v.array(OwnAsk) })
export type OwnAsks = v.InferOutput<typeof OwnAsks>

export const AnswerPath = v.object({ id: Id, eventId: Id, answer: v.picklist(substituteAnswers, 'Answer yes or no.') })
