import type { Face } from '../../domain/profiles/contract.ts'
import { AvatarStack } from '../ui/avatar.tsx'
import { Status } from '../ui/status.tsx'

/** The others who have the conversation open now. `faces` are those of the first ones. */
export type PeopleHere = { count: number; faces: Face[] }

/** On a narrow screen it takes the place of the line about the conversation. */
export function HereLine({ here: { count, faces }, about }: { here: PeopleHere; about: string }) {
  if (count === 0) return about
  return (
    <>
      <span className="max-lg:hidden">{about} · </span>
      <Status tone="live">{count} here now</Status>
      {faces.length > 0 && <span className="sr-only">: {listSome(faces, count)}</span>}
    </>
  )
}

const listSome = (faces: readonly Face[], count: number) => {
  const names = faces.map(({ name }) => name)
  return new Intl.ListFormat('en-US').format(count > names.length ? [...names, `${count - names.length} more`] : names)
}

/** Screen readers get the names from the line. */
export const HereFaces = ({ here: { count, faces } }: { here: PeopleHere }) =>
  faces.length > 0 && (
    <span aria-hidden="true" className="flex-none max-lg:hidden">
      <AvatarStack faces={faces} total={count} size={28} />
    </span>
  )
