import type { FormContent } from './content.ts'
import type { Field } from './fields.ts'
import { listFields } from './index-content.ts'

const picturesOf = (field: Field): (string | null)[] => {
  if (field.kind === 'picture') return [field.pictureId]
  return 'options' in field ? field.options.map(({ pictureId }) => pictureId) : []
}

/** The ids of all pictures that a form shows. */
export const listPictureIds = ({ pages }: Pick<FormContent, 'pages'>): string[] => [
  ...new Set(pages.flatMap(listFields).flatMap(({ field }) => picturesOf(field).filter((id) => id !== null))),
]
