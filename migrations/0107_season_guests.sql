CREATE TABLE `season_guests` (
	`season_id` text NOT NULL,
	`guest_id` text NOT NULL,
	`ends_on` text NOT NULL,
	`registered_at` integer NOT NULL,
	`group_id` text,
	`is_copied` integer DEFAULT false NOT NULL,
	`submission_id` text,
	PRIMARY KEY(`season_id`, `guest_id`),
	FOREIGN KEY (`season_id`) REFERENCES `seasons`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`guest_id`) REFERENCES `guests`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`group_id`) REFERENCES `season_groups`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `season_guests_by_submission` ON `season_guests` (`submission_id`) WHERE submission_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `season_guests_by_guest` ON `season_guests` (`guest_id`,`ends_on`,`season_id`);--> statement-breakpoint
CREATE INDEX `season_guests_by_group` ON `season_guests` (`group_id`);--> statement-breakpoint
ALTER TABLE `submissions` ADD `guests` text;