import { type ComponentType, lazy, memo } from 'react'
import type { InnerField } from '../../../domain/forms/fields.ts'
import { ChoiceInput, ChoicesInput, LevelInput, RatingInput, YesNoInput } from './choice-inputs.tsx'
import { ConsentInput, WaiverInput } from './consent-inputs.tsx'
import type { InputProps } from './field-props.ts'
import { ActivityInput, CityInput, PersonInput, PlaceInput } from './lookup-inputs.tsx'
import { NumberInput, OwnAmountInput } from './number-inputs.tsx'
import { ProductInput } from './product-input.tsx'
import { ComputedField, HeadingField, PictureField, RichTextField } from './shown-fields.tsx'
import { SignatureInput } from './signature-input.tsx'
import { AddressInput, CouponInput, EmailInput, LongTextInput, ShortTextInput } from './text-inputs.tsx'

const loadFiles = () => import('./file-input.tsx')
const loadDates = () => import('./date-inputs.tsx')

type InputKind = InnerField['kind']

/** Every kind of field but groups is here, so none can be forgotten. Those with a large code are loaded when a form has them. */
const inputs: { [Kind in InputKind]: ComponentType<InputProps<Kind>> } = {
  shortText: ShortTextInput,
  longText: LongTextInput,
  number: NumberInput,
  email: EmailInput,
  phone: lazy(() => import('./phone-input.tsx')),
  date: lazy(async () => ({ default: (await loadDates()).DateInput })),
  birthDate: lazy(async () => ({ default: (await loadDates()).BirthDateInput })),
  time: lazy(async () => ({ default: (await loadDates()).TimeInput })),
  choice: ChoiceInput,
  choices: ChoicesInput,
  ranking: lazy(() => import('./ranking-input.tsx')),
  yesNo: YesNoInput,
  rating: RatingInput,
  level: LevelInput,
  activity: ActivityInput,
  city: CityInput,
  place: PlaceInput,
  address: AddressInput,
  team: ChoiceInput,
  season: ChoiceInput,
  division: ChoiceInput,
  person: PersonInput,
  file: lazy(loadFiles),
  photo: lazy(loadFiles),
  waiver: WaiverInput,
  signature: SignatureInput,
  consent: ConsentInput,
  product: ProductInput,
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
