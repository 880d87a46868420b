ALTER TABLE `events` ADD `joins_at` integer;--> statement-breakpoint
ALTER TABLE `events` ADD `plus_joins_early` integer DEFAULT false NOT NULL;