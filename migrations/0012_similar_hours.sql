ALTER TABLE `availability` ADD `weekly_since` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `availability` ADD `earlier_weekly` text;--> statement-breakpoint
ALTER TABLE `privacy_settings` ADD `public_hours` integer DEFAULT true NOT NULL;