import * as v from 'valibot'
import { Email } from '../accounts/contract.ts'
import { Cursor, Id, IdempotencyKey } from '../ids.ts'
import { Face } from '../profiles/contract.ts'
import { maxGuestNameLength } from '../teams/contract.ts'
import { teamRoles } from '../teams/roles.ts'
import { oneLineText, plainText, properName } from '../texts.ts'

export const rosterPageSize = 50
export const maxFields = 10
const maxChoices = 20
export const maxJerseyLength = 4
export const maxPositionLength = 30
export const maxNotesLength = 500
export const maxValueLength = 100
export const maxChildren = 6
export const maxSearchLength = 60
/** How many of the last games of a team count for attendance. */
export const attendanceGames = 20

export const fieldKinds = ['text', 'choice', 'date'] as const

/** Who sees a field of a team: its owner and organizers, or all members. */
export const fieldAudiences = ['organizers', 'members'] as const

const fieldName = properName('A name', 1, 30)

export const CreateField = v.pipe(
  v.object({
    name: fieldName,
    kind: v.picklist(fieldKinds),
    choices: v.pipe(
      v.array(properName('A choice', 1, maxPositionLength)),
      v.maxLength(maxChoices, `A field can have up to ${maxChoices} choices.`),
    ),
    seenBy: v.picklist(fieldAudiences),
    idempotencyKey: v.optional(IdempotencyKey),
  }),
  v.forward(
    v.check(({ kind, choices }) => kind !== 'choice' || new Set(choices).size >= 2, 'Enter at least two different choices.'),
    ['choices'],
  ),
)
export type CreateField = v.InferOutput<typeof CreateField>

export const TeamField = v.object({
  id: v.string(),
  name: v.string(),
  kind: v.picklist(fieldKinds),
  choices: v.array(v.string()),
  seenBy: v.picklist(fieldAudiences),
})
export type TeamField = v.InferOutput<typeof TeamField>

/** A number from 0 to 99, or a short text such as "GK1". */
const Jersey = oneLineText('A jersey number', maxJerseyLength)
const Position = oneLineText('A position', maxPositionLength)

export const SaveDetails = v.object({
  jersey: Jersey,
  position: Position,
  notes: plainText('Notes', maxNotesLength),
  /** The values of the team's own fields, by field id. */
  values: v.pipe(
    v.array(v.object({ fieldId: Id, value: oneLineText('A value', maxValueLength) })),
    v.maxLength(maxFields, `A community can have up to ${maxFields} fields.`),
  ),
  /** The version that the person started from. */
  version: v.pipe(v.number(), v.integer(), v.minValue(0)),
})
export type SaveDetails = v.InferOutput<typeof SaveDetails>

export const SavePosition = v.object({ position: Position, version: SaveDetails.entries.version })
export type SavePosition = v.InferOutput<typeof SavePosition>

const details = {
  jersey: v.string(),
  position: v.string(),
  /** Null for people who may not see notes. */
  notes: v.nullable(v.string()),
  /** Only of the fields that the viewer may see. */
  values: v.array(v.object({ fieldId: v.string(), value: v.string() })),
  version: v.number(),
}

export const SavedDetails = v.object({ version: v.number() })
export type SavedDetails = v.InferOutput<typeof SavedDetails>

export const RosterPerson = v.object({
  person: Face,
  role: v.picklist(teamRoles),
  /** The role that the community has made and given this member. */
  customRole: v.nullable(v.object({ id: v.string(), name: v.string() })),
  /** What the team calls this person, such as "Equipment". Null if they have no title. */
  title: v.nullable(v.string()),
  joinedAt: v.number(),
  ...details,
})
export type RosterPerson = v.InferOutput<typeof RosterPerson>

export const RosterPage = v.object({
  people: v.array(RosterPerson),
  /** The cursor of the next page, null on the last. */
  next: v.nullable(v.string()),
  fields: v.array(TeamField),
  /** The role of the viewer in the team. Null for an admin who is not in it. */
  role: v.nullable(v.picklist(teamRoles)),
})
export type RosterPage = v.InferOutput<typeof RosterPage>

export const RosterQuery = v.object({
  cursor: Cursor,
  role: v.optional(v.picklist(teamRoles)),
  /** A part of the name. */
  q: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(maxSearchLength))),
})
export type RosterQuery = v.InferOutput<typeof RosterQuery>

export const OnlinePeople = v.object({ online: v.array(v.string()) })
export type OnlinePeople = v.InferOutput<typeof OnlinePeople>

export const Attendance = v.object({
  /** How many games of the team are counted. */
  games: v.number(),
  people: v.array(v.object({ userId: v.string(), joined: v.number(), checkedIn: v.number() })),
})
export type Attendance = v.InferOutput<typeof Attendance>

export const RosterGuest = v.object({
  id: v.string(),
  name: v.string(),
  /** Null for people who may not manage guests. */
  email: v.nullable(v.string()),
  /** A child belongs to the account of a parent, who is a member. */
  isChild: v.boolean(),
  /** The parent. Null if the viewer may not see them. */
  guardian: v.nullable(Face),
  isMyChild: v.boolean(),
  /** Whether the person with this address did not want to take the guest's place. */
  hasDeclined: v.boolean(),
  createdAt: v.number(),
  ...details,
})
export type RosterGuest = v.InferOutput<typeof RosterGuest>

export const RosterGuestPage = v.object({ guests: v.array(RosterGuest), next: v.nullable(v.string()), fields: v.array(TeamField) })
export type RosterGuestPage = v.InferOutput<typeof RosterGuestPage>

export const GuestQuery = v.object({ cursor: Cursor, email: v.optional(Email) })
export const GuestPath = v.object({ id: Id, guestId: Id })
export const MemberPath = v.object({ id: Id, userId: Id })
export const FieldPath = v.object({ id: Id, fieldId: Id })
export const Added = v.object({ id: v.string() })

export const AddChild = v.object({ name: properName('A name', 1, maxGuestNameLength), idempotencyKey: v.optional(IdempotencyKey) })
export type AddChild = v.InferOutput<typeof AddChild>

/** A place as a guest that the viewer can take as a member, because the guest has the viewer's address. */
const GuestOffer = v.object({
  team: v.object({ id: v.string(), name: v.string(), photo: v.nullable(v.string()) }),
  /** The name under which the team added the viewer. */
  guestName: v.string(),
  addedAt: v.number(),
})
export const GuestOfferList = v.object({ offers: v.array(GuestOffer) })
export type GuestOfferList = v.InferOutput<typeof GuestOfferList>

export const maxImportRows = 10_000
export const maxRowsPerRequest = 500

export const ImportRow = v.object({
  /** The number of the row in the file. A row that is sent again is not added again. */
  row: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxImportRows)),
  name: properName('A name', 1, maxGuestNameLength),
  email: v.nullable(Email),
  jersey: Jersey,
  position: Position,
})
export type ImportRow = v.InferOutput<typeof ImportRow>

export const ImportRows = v.object({
  rows: v.pipe(v.array(ImportRow), v.minLength(1), v.maxLength(maxRowsPerRequest, `One request can have up to ${maxRowsPerRequest} rows.`)),
})
export type ImportRows = v.InferOutput<typeof ImportRows>

/** The same file with the same columns has the same id, so that an import that stopped can go on. */
export const ImportPath = v.object({ id: Id, importId: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'This is not a valid id.')) })

/** `exists`: the team already has a guest with this address. `full`: the team has no place for another guest. */
export const importResults = ['added', 'exists', 'full'] as const
export type ImportResult = (typeof importResults)[number]

export const ImportAnswer = v.object({ results: v.array(v.object({ row: v.number(), result: v.picklist(importResults) })) })
export type ImportAnswer = v.InferOutput<typeof ImportAnswer>
