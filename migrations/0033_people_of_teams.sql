CREATE TABLE `member_details` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`user_id` text,
	`guest_id` text,
	`jersey` text DEFAULT '' NOT NULL,
	`position` text DEFAULT '' NOT NULL,
	`notes` text DEFAULT '' NOT NULL,
	`field_values` text NOT NULL,
	`version` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`guest_id`) REFERENCES `guests`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_details_of_member` ON `member_details` (`user_id`,`team_id`) WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `member_details_of_guest` ON `member_details` (`guest_id`) WHERE guest_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `member_details_by_team` ON `member_details` (`team_id`);--> statement-breakpoint
CREATE TABLE `team_fields` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`name` text NOT NULL,
	`kind` text NOT NULL,
	`choices` text NOT NULL,
	`audience` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `team_fields_in_order` ON `team_fields` (`team_id`,`created_at`,`id`);--> statement-breakpoint
ALTER TABLE `guests` ADD `guardian_id` text REFERENCES users(id);--> statement-breakpoint
ALTER TABLE `guests` ADD `declined_at` integer;--> statement-breakpoint
CREATE INDEX `guests_by_guardian` ON `guests` (`guardian_id`,`team_id`) WHERE guardian_id IS NOT NULL;