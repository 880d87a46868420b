import { type ComponentType, memo } from 'react'
import type { InnerField } from '../../../domain/forms/fields.ts'
import { lazyAfterPaint } from '../../ui/after-paint.ts'
import { ChoiceInput, ChoicesInput, RatingInput, YesNoInput } from './choice-inputs.tsx'
import { ConsentInput, WaiverInput } from './consent-inputs.tsx'
import type { InputProps } from './field-props.ts'
import { NumberInput, OwnAmountInput } from './number-inputs.tsx'
import { ComputedField, HeadingField, PictureField, RichTextField } from './shown-fields.tsx'
import { SignatureInput } from './signature-input.tsx'
import { AddressInput, CouponInput, EmailInput, LongTextInput, ShortTextInput } from './text-inputs.tsx'

const loadFiles = async () => (await import('./file-input.tsx')).FileInput
const loadLookups = () => import('./lookup-inputs.tsx')
const loadDates = () => import('./date-inputs.tsx')

type InputKind = InnerField['kind']

/** Every kind of field but groups is here, so none can be forgotten. Those with a large code are loaded when a form has them, after the page was painted. */
const inputs: { [Kind in InputKind]: ComponentType<InputProps<Kind>> } = {
  shortText: ShortTextInput,
  longText: LongTextInput,
  number: NumberInput,
  email: EmailInput,
  phone: lazyAfterPaint(async () => (await import('./phone-input.tsx')).PhoneInput),
  date: lazyAfterPaint(async () => (await loadDates()).DateInput),
  birthDate: lazyAfterPaint(async () => (await loadDates()).BirthDateInput),
  time: lazyAfterPaint(async () => (await loadDates()).TimeInput),
  choice: ChoiceInput,
  choices: ChoicesInput,
  ranking: lazyAfterPaint(async () => (await import('./ranking-input.tsx')).RankingInput),
  yesNo: YesNoInput,
  rating: RatingInput,
  level: lazyAfterPaint(async () => (await import('./level-input.tsx')).LevelInput),
  activity: lazyAfterPaint(async () => (await loadLookups()).ActivityInput),
  city: lazyAfterPaint(async () => (await loadLookups()).CityInput),
  place: lazyAfterPaint(async () => (await loadLookups()).PlaceInput),
  address: AddressInput,
  team: ChoiceInput,
  season: ChoiceInput,
  division: ChoiceInput,
  person: lazyAfterPaint(async () => (await loadLookups()).PersonInput),
  file: lazyAfterPaint(loadFiles),
  photo: lazyAfterPaint(loadFiles),
  waiver: WaiverInput,
  signature: SignatureInput,
  consent: ConsentInput,
  product: lazyAfterPaint(async () => (await import('./product-input.tsx')).ProductInput),
  ownAmount: OwnAmountInput,
  coupon: CouponInput,
  computed: ComputedField,
  hidden: () => null,
  heading: HeadingField,
  richText: RichTextField,
  picture: PictureField,
}

/** The input of a field. It is drawn again only when something that it shows has changed. */
export const FieldInput = memo(function FieldInput(props: InputProps<InputKind>) {
  // The table has the input of this kind of field.
  const Input = inputs[props.field.kind] as ComponentType<InputProps<InputKind>>
  return <Input {...props} />
})
