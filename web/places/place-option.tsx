import { MapPin } from 'lucide-react'

type PlaceOptionProps = { name: string; address: string; hint?: string; onPick: () => void }

/** A place in a list from which a person picks one. */
export function PlaceOption({ name, address, hint = '', onPick }: PlaceOptionProps) {
  return (
    <li className="border-t border-line first:border-t-0">
      <button
        type="button"
        onClick={onPick}
        className="flex min-h-15 w-full items-center gap-4 rounded-control py-2 text-left hover:bg-wash sm:px-2"
      >
        <MapPin size={19} aria-hidden="true" className="flex-none text-court" />
        <span className="grid min-w-0 flex-1">
          <span className="truncate font-medium">{name}</span>
          {address && <span className="truncate text-small text-soft">{address}</span>}
        </span>
        {hint && <span className="flex-none text-small text-soft">{hint}</span>}
      </button>
    </li>
  )
}
