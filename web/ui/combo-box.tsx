import { type LucideIcon, MapPin, Search } from 'lucide-react'
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { ComboBox as AriaComboBox, ComboBoxStateContext, Input } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Label } from 'react-aria-components/Label'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Text } from 'react-aria-components/Text'
import { joinClasses } from './class-names.ts'
import { controlClasses, FieldError } from './field.tsx'
import { optionClasses, popoverClasses } from './overlay-classes.ts'
import { Spinner } from './spinner.tsx'
import { useStayOpen } from './use-stay-open.ts'

export type ComboBoxProps<Item extends object> = {
  label: string
  /** The name for screen readers when `label` is hidden, or when they need a longer name than `label`. */
  inputLabel?: string
  isLabelHidden?: boolean
  placeholder?: string
  /** The items that the list shows now. The caller fetches them for `inputValue`. */
  items: readonly Item[]
  getKey: (item: Item) => string
  getText: (item: Item) => string
  renderItem?: (item: Item) => ReactNode
  inputValue: string
  onInputChange: (text: string) => void
  /** Called with the item that the user picks, and with null as soon as the text no longer matches it. */
  onPick: (item: Item | null) => void
  /** The item that is already picked when the form opens. */
  defaultPicked?: Item | null
  isLoading?: boolean
  emptyText?: string
  error?: string | undefined
  description?: ReactNode
  autoFocus?: boolean
  isDisabled?: boolean
  name?: string
  /** `large` is the round search field that a page opens with. */
  size?: 'normal' | 'large'
  /** Replaces the map pin, for lists of other things than places. */
  icon?: LucideIcon
  className?: string
}

const pickOneText = 'Choose one from the list.'

/**
 * A field whose value must come from a list. When the user types another text and leaves the field, React Aria would restore
 * the last pick. We keep the typed text instead, clear the pick, and show what to do.
 */
export function ComboBox<Item extends object>(props: ComboBoxProps<Item>) {
  const { label, inputLabel, isLabelHidden = false, placeholder, items, getKey, getText, inputValue, onInputChange, onPick } = props
  const { isLoading = false, emptyText = 'No results.', error, description, autoFocus = false, isDisabled = false, name, className } = props
  const isLarge = props.size === 'large'
  const [lastPick, setLastPick] = useState<Item | null>(props.defaultPicked ?? null)
  const [wasBlurred, setWasBlurred] = useState(false)

  const picked = lastPick && getText(lastPick) === inputValue ? lastPick : null

  const changeText = (text: string) => {
    setWasBlurred(false)
    onInputChange(text)
    if (picked && text !== getText(picked)) {
      setLastPick(null)
      onPick(null)
    }
  }
  // React Aria reports "no selection" whenever the user leaves the field with free text. We ignore this: only typing clears the pick.
  const pickKey = (key: unknown) => {
    const item = items.find((candidate) => getKey(candidate) === key)
    if (!item) return
    setLastPick(item)
    setWasBlurred(false)
    onInputChange(getText(item))
    onPick(item)
  }

  const isTyped = inputValue.trim() !== ''
  const shownError = error ?? (wasBlurred && isTyped && !picked ? pickOneText : undefined)
  const isEmpty = items.length === 0
  const Icon = props.icon ?? (isLarge ? Search : MapPin)

  return (
    <AriaComboBox
      items={items}
      inputValue={inputValue}
      onInputChange={changeText}
      value={picked ? getKey(picked) : null}
      onChange={pickKey}
      allowsCustomValue
      allowsEmptyCollection={isTyped && !picked}
      isInvalid={Boolean(shownError)}
      validationBehavior="aria"
      isDisabled={isDisabled}
      onBlur={() => setWasBlurred(true)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') setWasBlurred(true)
      }}
      {...(inputLabel || isLabelHidden ? { 'aria-label': inputLabel ?? label } : {})}
      {...(name ? { name } : {})}
      className={joinClasses('grid content-start gap-1.5', className)}
    >
      {!isLabelHidden && <Label className="text-small font-strong">{label}</Label>}
      <Group
        className={
          isLarge
            ? joinClasses(
                'flex h-15 items-center gap-3 rounded-full border bg-card pr-5 pl-5.5 shadow-card transition-[border-color] duration-100 focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-court',
                shownError ? 'border-bad' : 'border-line hover:border-edge',
              )
            : controlClasses(
                Boolean(shownError),
                'flex h-11.5 items-center gap-2.5 px-3.5 focus-within:outline-[2.5px] focus-within:outline-offset-2 focus-within:outline-court',
              )
        }
      >
        <Icon size={isLarge ? 21 : 18} aria-hidden="true" className="flex-none text-soft" />
        <ReopeningInput
          canOpen={isTyped && !picked}
          isLoading={isLoading}
          takesFocus={autoFocus}
          {...(placeholder ? { placeholder } : {})}
          className={joinClasses(
            'h-full min-w-0 flex-1 truncate bg-transparent outline-none focus-visible:outline-none',
            isLarge && 'text-lead',
          )}
        />
        {isLoading && <Spinner className="flex-none text-soft" />}
      </Group>
      {shownError && (
        <Text slot="errorMessage">
          <FieldError>{shownError}</FieldError>
        </Text>
      )}
      {description && (
        <Text slot="description" className="text-small text-soft">
          {description}
        </Text>
      )}
      <span role="status" className="sr-only">
        {isTyped && !picked && (isLoading ? 'Searching' : isEmpty ? emptyText : '')}
      </span>
      <Popover offset={8} className={popoverClasses('w-(--trigger-width)')}>
        <ListBox
          className="outline-none"
          renderEmptyState={() => <p className="px-3 py-2.5 text-soft">{isLoading ? 'Searching…' : emptyText}</p>}
        >
          {(item: Item) => (
            <ListBoxItem id={getKey(item)} textValue={getText(item)} className={optionClasses()}>
              {props.renderItem ? props.renderItem(item) : getText(item)}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  )
}

type ReopeningInputProps = ComponentProps<typeof Input> & { canOpen: boolean; isLoading: boolean; takesFocus: boolean }

/** Who scrolls closes the list. A phone has no arrow keys to open it again, so a tap on the field opens it. */
function ReopeningInput({ canOpen, isLoading, takesFocus, ...rest }: ReopeningInputProps) {
  const state = useContext(ComboBoxStateContext)
  const enterHandlers = useEnter({ canOpen, isLoading })
  const input = useRef<HTMLInputElement>(null)
  const stayOpen = useStayOpen(input)
  // The autofocus of React Aria comes some frames later. If the focused button has disappeared, a dialog then focuses its first button.
  useLayoutEffect(() => {
    if (takesFocus) input.current?.focus()
  }, [takesFocus])
  return (
    <Input
      {...rest}
      {...enterHandlers}
      ref={input}
      onFocusCapture={stayOpen}
      onInputCapture={stayOpen}
      onClick={() => {
        stayOpen()
        if (canOpen && state && !state.isOpen) state.open(null, 'manual')
      }}
    />
  )
}

/**
 * When nothing is highlighted, React Aria treats Enter as "use the typed text" and closes the list. Here, Enter highlights the
 * first item instead, and a second Enter picks it. This also works while the list still loads.
 */
function useEnter({ canOpen, isLoading }: { canOpen: boolean; isLoading: boolean }) {
  const state = useContext(ComboBoxStateContext)
  const [textAtEnter, setTextAtEnter] = useState<string | null>(null)
  const first = state?.collection.getFirstKey() ?? null
  const shouldHighlight = canOpen && !isLoading && first !== null && textAtEnter === state?.inputValue
  const highlight = useEffectEvent((key: typeof first) => {
    if (!state) return
    if (!state.isOpen) return state.open('first', 'manual')
    // When an open list gets its first items, React Aria resets the highlight. So we highlight the item after that.
    const timer = setTimeout(() => state.selectionManager.setFocusedKey(key))
    return () => clearTimeout(timer)
  })
  // This runs once for each answer, so it does not undo what the user does in the list afterwards.
  useEffect(() => (shouldHighlight ? highlight(first) : undefined), [shouldHighlight, first])
  return {
    onKeyDownCapture: (event: KeyboardEvent<HTMLInputElement>) => {
      const isPlainEnter = event.key === 'Enter' && !event.nativeEvent.isComposing
      if (!isPlainEnter) return setTextAtEnter(null)
      if (!state || !canOpen || state.selectionManager.focusedKey !== null || (!isLoading && first === null)) return
      event.preventDefault()
      event.stopPropagation()
      setTextAtEnter(state.inputValue)
    },
    onBlurCapture: () => setTextAtEnter(null),
  }
}
