import { CalendarPlus } from 'lucide-react'
import { useId } from 'react'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { LinkButton } from '../ui/button.tsx'

/** The games at a place, and the way to put one up. */
export function PlaceEvents({ place: { id } }: { place: PlaceDetail }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h2 id={headingId} className="text-[1.375rem]">
        Games here
      </h2>
      <p className="max-w-[60ch] text-soft">Know when you play? Put it up, and whoever is near finds it.</p>
      <LinkButton to={`/create/event?place=${id}`} className="justify-self-start">
        <CalendarPlus size={18} aria-hidden="true" /> Put up a game here
      </LinkButton>
    </section>
  )
}
