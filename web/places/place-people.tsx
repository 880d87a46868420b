import { useId } from 'react'
import { Link } from 'react-router'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { maxCounted } from '../../domain/places/kinds.ts'
import { useViewer } from '../app-state.ts'
import { Avatar } from '../ui/avatar.tsx'

const countWords = (count: number) => (count >= maxCounted ? `${maxCounted - 1}+` : String(count))

/** Who is there now, and who often is. */
export function PlacePeople({ place: { here, regulars } }: { place: PlaceDetail }) {
  const viewer = useViewer()
  const [hereId, regularsId] = [useId(), useId()]
  return (
    <>
      <section aria-labelledby={hereId} className="grid gap-3">
        <h2 id={hereId} className="text-[1.375rem]">
          Here now <span className="font-normal text-soft">{countWords(here.count)}</span>
        </h2>
        {here.count === 0 ? (
          <p className="text-soft">Nobody is checked in. Be the first when you get there.</p>
        ) : here.people.length > 0 ? (
          <Faces people={here.people} />
        ) : (
          <p className="text-soft">
            {here.count === 1 ? '1 person is' : `${countWords(here.count)} people are`} here. {!viewer && 'Log in to see who.'}
          </p>
        )}
      </section>
      {regulars.count > 0 && (
        <section aria-labelledby={regularsId} className="grid gap-3">
          <h2 id={regularsId} className="text-[1.375rem]">
            Regulars <span className="font-normal text-soft">{countWords(regulars.count)}</span>
          </h2>
          {regulars.people.length > 0 ? (
            <Faces people={regulars.people.map(({ person }) => person)} words={regulars.people.map(({ visits }) => `${visits} times`)} />
          ) : (
            <p className="text-soft">
              {regulars.count === 1 ? '1 person comes' : `${countWords(regulars.count)} people come`} here often.{' '}
              {viewer ? 'You can see your connections and people who show their games.' : 'Log in to see who.'}
            </p>
          )}
        </section>
      )}
    </>
  )
}

function Faces({ people, words = [] }: { people: PlaceDetail['here']['people']; words?: readonly string[] }) {
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))] gap-x-2 gap-y-4">
      {people.map((person, index) => (
        <li key={person.id} className="min-w-0">
          <Link to={`/profile/${person.id}`} className="grid justify-items-center gap-1.5 rounded-control p-1 text-center hover:bg-wash">
            <Avatar face={person} size={52} isDecorative />
            <span className="w-full truncate text-small font-medium">{person.name}</span>
            {words[index] && <span className="-mt-1.5 text-tiny text-soft">{words[index]}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
