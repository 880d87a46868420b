CREATE TABLE `form_versions` (
	`form_id` text NOT NULL,
	`number` integer NOT NULL,
	`content` text NOT NULL,
	`published_at` integer NOT NULL,
	PRIMARY KEY(`form_id`, `number`),
	FOREIGN KEY (`form_id`) REFERENCES `forms`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE TABLE `forms` (
	`id` text PRIMARY KEY NOT NULL,
	`team_id` text NOT NULL,
	`title` text NOT NULL,
	`draft` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`published_number` integer,
	`published_version` integer,
	`is_closed` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`team_id`) REFERENCES `teams`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `forms_in_order` ON `forms` (`team_id`,`updated_at`,`id`);