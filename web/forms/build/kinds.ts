import {
  AlignLeft,
  AtSign,
  Cake,
  Calculator,
  CalendarDays,
  CalendarRange,
  Camera,
  CheckCheck,
  CircleDot,
  Clock,
  EyeOff,
  Gauge,
  Hash,
  Heading,
  House,
  Image,
  Landmark,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Map as MapIcon,
  MapPin,
  Paperclip,
  PencilLine,
  Phone,
  Pilcrow,
  ScrollText,
  Shapes,
  ShoppingBag,
  Star,
  Tag,
  ToggleLeft,
  Trophy,
  Type,
  User,
  UsersRound,
  Wallet,
} from 'lucide-react'
import type { Field, FieldKind } from '../../../domain/forms/fields.ts'

type KindWords = {
  /** As in the list of kinds, such as "Short text". */
  name: string
  icon: LucideIcon
  /** The label that a new field begins with. */
  label: string
  /** Other words under which people look for it. */
  words: string
}

export const kindWords: Record<FieldKind, KindWords> = {
  shortText: { name: 'Short text', icon: Type, label: 'Your answer', words: 'text line name input question' },
  longText: { name: 'Long text', icon: AlignLeft, label: 'Your answer', words: 'text paragraph notes comments allergies' },
  number: { name: 'Number', icon: Hash, label: 'How many?', words: 'amount count jersey' },
  email: { name: 'Email', icon: AtSign, label: 'Email', words: 'contact mail' },
  phone: { name: 'Phone', icon: Phone, label: 'Phone', words: 'contact telephone mobile' },
  date: { name: 'Date', icon: CalendarDays, label: 'Which day?', words: 'day calendar' },
  birthDate: { name: 'Birth date', icon: Cake, label: 'Birth date', words: 'age birthday' },
  time: { name: 'Time', icon: Clock, label: 'What time?', words: 'hour clock' },
  choice: { name: 'One choice', icon: CircleDot, label: 'Choose one', words: 'choice select radio dropdown size shirt options' },
  choices: { name: 'Several choices', icon: ListChecks, label: 'Choose all that fit', words: 'choice checkbox multiple select options' },
  ranking: { name: 'Ranking', icon: ListOrdered, label: 'Put these in order', words: 'order sort priority' },
  yesNo: { name: 'Yes or no', icon: ToggleLeft, label: 'Yes or no?', words: 'choice switch boolean' },
  rating: { name: 'Rating', icon: Star, label: 'How was it?', words: 'stars score feedback' },
  level: { name: 'Skill level', icon: Gauge, label: 'Your level', words: 'skill rating' },
  activity: { name: 'Sport', icon: Trophy, label: 'Which sport?', words: 'activity game' },
  city: { name: 'City', icon: MapIcon, label: 'City', words: 'town location' },
  place: { name: 'Place', icon: MapPin, label: 'Where?', words: 'court field hall location' },
  address: { name: 'Address', icon: House, label: 'Address', words: 'street home location' },
  team: { name: 'Community', icon: UsersRound, label: 'Which community?', words: 'team club choice' },
  season: { name: 'Season', icon: CalendarRange, label: 'Which season?', words: 'league choice' },
  division: { name: 'Division', icon: Shapes, label: 'Division', words: 'group league age choice' },
  person: { name: 'Person', icon: User, label: 'Who?', words: 'member player friend' },
  file: { name: 'File', icon: Paperclip, label: 'Add a file', words: 'upload document attachment' },
  photo: { name: 'Photo', icon: Camera, label: 'Add a photo', words: 'upload picture image' },
  waiver: { name: 'Waiver', icon: ScrollText, label: 'Waiver', words: 'signature sign legal consent liability' },
  signature: { name: 'Signature', icon: PencilLine, label: 'Signature', words: 'sign draw' },
  consent: { name: 'Consent', icon: CheckCheck, label: 'I agree', words: 'checkbox agree permission terms' },
  product: { name: 'Product', icon: ShoppingBag, label: 'What do you buy?', words: 'price pay fee ticket shirt shop money' },
  ownAmount: { name: 'Own amount', icon: Wallet, label: 'How much do you give?', words: 'donation gift price pay money' },
  coupon: { name: 'Code', icon: Tag, label: 'Code', words: 'coupon discount promo money' },
  computed: { name: 'Computed value', icon: Calculator, label: 'Result', words: 'formula sum total calculate' },
  hidden: { name: 'Hidden value', icon: EyeOff, label: 'Source', words: 'link address utm source' },
  heading: { name: 'Heading', icon: Heading, label: 'Heading', words: 'title section' },
  richText: { name: 'Text to read', icon: Pilcrow, label: 'Text', words: 'paragraph information markdown' },
  picture: { name: 'Picture', icon: Image, label: 'Picture', words: 'image logo' },
  group: { name: 'Group', icon: Landmark, label: 'Who is playing?', words: 'repeat children players rows family' },
}

const kinds = Object.keys(kindWords) as FieldKind[]

/** The kinds whose name or other words begin with what is typed; those whose name begins so come first. */
export function findKinds(typed: string, canBeGroup: boolean): FieldKind[] {
  const text = typed.replace(/^\//, '').trim().toLowerCase()
  const offered = kinds.filter((kind) => canBeGroup || kind !== 'group')
  if (text === '') return offered
  const rank = (kind: FieldKind): number => {
    const { name, words } = kindWords[kind]
    if (name.toLowerCase().startsWith(text)) return 0
    if (
      name
        .toLowerCase()
        .split(' ')
        .some((word) => word.startsWith(text))
    )
      return 1
    return words.split(' ').some((word) => word.startsWith(text)) ? 2 : 3
  }
  return offered.filter((kind) => rank(kind) < 3).sort((a, b) => rank(a) - rank(b))
}

const list = (labels: readonly string[]): string => {
  const shown = labels.slice(0, 4).join(' · ')
  return labels.length > 4 ? `${shown} · ${labels.length - 4} more` : shown
}

/** What is special about a field, next to its label: its choices, or its kind. */
export function describeField(field: Field): string {
  if ('options' in field) return list(field.options.map(({ label }) => label))
  if (field.kind === 'group') return `one for each ${field.rowLabel}`
  const { name } = kindWords[field.kind]
  return name === field.label ? '' : name
}

/** What limits the answers to a field, below its label. */
export function describeLimits(field: Field): string {
  const notes: string[] = []
  if (field.kind === 'birthDate' && (field.minAge !== null || field.maxAge !== null)) notes.push(describeAge(field))
  if ('options' in field) {
    const limited = field.options.filter(({ limit }) => limit !== null)
    if (limited.length > 0) notes.push(`${limited.map(({ limit }) => limit).join(', ')} places`)
  }
  if (field.kind === 'group') notes.push(describeRange(field.minRows, field.maxRows))
  if ((field.kind === 'number' || field.kind === 'choices') && (field.min !== null || field.max !== null))
    notes.push(describeRange(field.min, field.max))
  if ((field.kind === 'file' || field.kind === 'photo') && field.maxFiles > 1) notes.push(`up to ${field.maxFiles}`)
  if (field.kind === 'hidden') notes.push('comes with the link')
  return notes.join(' · ')
}

const describeRange = (low: number | null, high: number | null): string =>
  low === null ? `up to ${high}` : high === null ? `${low} or more` : `${low} to ${high}`

const describeAge = ({ minAge, maxAge, ageOn }: { minAge: number | null; maxAge: number | null; ageOn: string | null }): string =>
  `age ${describeRange(minAge, maxAge)}${ageOn === null ? '' : ` on ${ageOn}`}`
