import { useId } from 'react'
import { Link } from 'react-router'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { maxCounted } from '../../domain/places/kinds.ts'
import { useViewer } from '../app-state.ts'
import { Avatar } from '../ui/avatar.tsx'

const formatCount = (count: number) => (count >= maxCounted ? `${maxCounted - 1}+` : String(count))

const onlySome = 'You only see your connections and people who show their games to everyone.'

/** The people who are checked in now, and the regulars. */
export function PlacePeople({ place: { here, regulars } }: { place: PlaceDetail }) {
  const viewer = useViewer()
  const [checkInsId, regularsId] = [useId(), useId()]
  return (
    <>
      <section aria-labelledby={checkInsId} className="grid gap-3">
        <h2 id={checkInsId} className="text-[1.375rem]">
          Here now <span className="font-normal text-soft">{formatCount(here.count)}</span>
        </h2>
        {here.count === 0 ? (
          <p className="text-soft">Nobody is checked in right now. Check in when you arrive.</p>
        ) : here.people.length > 0 ? (
          <Faces people={here.people} />
        ) : (
          <p className="text-soft">
            {here.count === 1 ? '1 person is' : `${formatCount(here.count)} people are`} here. {viewer ? onlySome : 'Log in to see who.'}
          </p>
        )}
      </section>
      {regulars.count > 0 && (
        <section aria-labelledby={regularsId} className="grid gap-3">
          <h2 id={regularsId} className="text-[1.375rem]">
            Regulars <span className="font-normal text-soft">{formatCount(regulars.count)}</span>
          </h2>
          {regulars.people.length > 0 ? (
            <Faces people={regulars.people.map(({ person }) => person)} captions={regulars.people.map(({ visits }) => `${visits} times`)} />
          ) : (
            <p className="text-soft">
              {regulars.count === 1 ? '1 person comes' : `${formatCount(regulars.count)} people come`} here often.{' '}
              {viewer ? onlySome : 'Log in to see who.'}
            </p>
          )}
        </section>
      )}
    </>
  )
}

function Faces({ people, captions = [] }: { people: PlaceDetail['here']['people']; captions?: readonly string[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-x-2 gap-y-4">
      {people.map((person, index) => (
        <li key={person.id} className="min-w-0">
          <Link to={`/profile/${person.id}`} className="grid justify-items-center gap-1.5 rounded-control p-1 text-center hover:bg-wash">
            <Avatar face={person} size={52} isDecorative />
            <span className="w-full truncate text-small font-medium">{person.name}</span>
            {captions[index] && <span className="-mt-1.5 text-tiny text-soft">{captions[index]}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
