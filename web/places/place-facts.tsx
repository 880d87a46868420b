import { CircleDollarSign, Clock, LayoutGrid, Lightbulb } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { PlaceDetail } from '../../domain/places/contract.ts'
import { Chip } from '../ui/chip.tsx'
import { IconBadge } from '../ui/date-badge.tsx'
import { Status } from '../ui/status.tsx'
import { amenityWords, factWords, hoursLines, openWords } from './place-words.ts'

/** What one wants to know before going there. */
export function PlaceFacts({ place }: { place: PlaceDetail }) {
  const { fee, hours, timeZone, amenities, hasLights, isIndoor } = place
  const now = useMinute()
  const open = openWords(hours, timeZone, now)
  const [first, ...rest] = factWords({ ...place, hasLights: false })
  return (
    <section aria-label="Good to know" className="grid gap-5">
      <ul className="grid gap-x-10 gap-y-4 border-y border-line py-5 sm:grid-cols-2">
        {first && (
          <Fact icon={<LayoutGrid size={23} strokeWidth={1.8} />} title={first}>
            {rest.join(' · ')}
          </Fact>
        )}
        <Fact icon={<CircleDollarSign size={24} strokeWidth={1.8} />} title={fee || 'Free'}>
          {fee ? 'Fee' : 'Playing here is free'}
        </Fact>
        {(hasLights || !isIndoor) && (
          <Fact icon={<Lightbulb size={24} strokeWidth={1.8} />} title={hasLights ? 'Lights' : 'No lights'}>
            {hasLights ? 'You can play after dark' : 'Daylight only'}
          </Fact>
        )}
        <Fact
          icon={<Clock size={24} strokeWidth={1.8} />}
          title={open ? <Status tone={open.isOpen ? 'good' : 'quiet'}>{open.words}</Status> : 'No set hours'}
        >
          {hours ? (
            <span className="mt-1 grid gap-0.5">
              {hoursLines(hours).map(({ days, words }) => (
                <span key={days} className="grid grid-cols-[5.5rem_1fr] gap-2">
                  <span>{days}</span>
                  <span>{words}</span>
                </span>
              ))}
            </span>
          ) : (
            'Play at any time'
          )}
        </Fact>
      </ul>
      {amenities.length > 0 && (
        <ul aria-label="Amenities" className="flex flex-wrap gap-2">
          {amenities.map((amenity) => (
            <li key={amenity}>
              <Chip>{amenityWords(amenity)}</Chip>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Fact({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-start gap-3.5">
      <IconBadge>{icon}</IconBadge>
      <div className="grid min-h-14 min-w-0 content-center wrap-anywhere">
        <p className="font-strong *:whitespace-normal">{title}</p>
        <div className="text-small text-soft">{children}</div>
      </div>
    </li>
  )
}

function useMinute(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
