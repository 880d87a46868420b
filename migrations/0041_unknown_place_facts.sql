-- Whether a place is indoors, has lights, and costs something can be unknown. The stored answers stay as they are.
PRAGMA defer_foreign_keys = on;--> statement-breakpoint
CREATE TABLE `__new_places` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	`confirmed_lat` real,
	`confirmed_lng` real,
	`time_zone` text NOT NULL,
	`address` text NOT NULL,
	`city_name` text NOT NULL,
	`city_state` text NOT NULL,
	`activities` text NOT NULL,
	`courts` integer,
	`surface` text NOT NULL,
	`is_indoor` integer,
	`has_lights` integer,
	`fee` text,
	`hours` text,
	`amenities` text NOT NULL,
	`photos` text NOT NULL,
	`creator_id` text,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `__new_places`("id", "name", "description", "lat", "lng", "confirmed_lat", "confirmed_lng", "time_zone", "address", "city_name", "city_state", "activities", "courts", "surface", "is_indoor", "has_lights", "fee", "hours", "amenities", "photos", "creator_id", "version", "created_at", "updated_at", "deleted_at") SELECT "id", "name", "description", "lat", "lng", "confirmed_lat", "confirmed_lng", "time_zone", "address", "city_name", "city_state", "activities", "courts", "surface", "is_indoor", "has_lights", "fee", "hours", "amenities", "photos", "creator_id", "version", "created_at", "updated_at", "deleted_at" FROM `places`;--> statement-breakpoint
DROP TABLE `places`;--> statement-breakpoint
CREATE TABLE `places` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text NOT NULL,
	`lat` real NOT NULL,
	`lng` real NOT NULL,
	`confirmed_lat` real,
	`confirmed_lng` real,
	`time_zone` text NOT NULL,
	`address` text NOT NULL,
	`city_name` text NOT NULL,
	`city_state` text NOT NULL,
	`activities` text NOT NULL,
	`courts` integer,
	`surface` text NOT NULL,
	`is_indoor` integer,
	`has_lights` integer,
	`fee` text,
	`hours` text,
	`amenities` text NOT NULL,
	`photos` text NOT NULL,
	`creator_id` text,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`creator_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
INSERT INTO `places`("id", "name", "description", "lat", "lng", "confirmed_lat", "confirmed_lng", "time_zone", "address", "city_name", "city_state", "activities", "courts", "surface", "is_indoor", "has_lights", "fee", "hours", "amenities", "photos", "creator_id", "version", "created_at", "updated_at", "deleted_at") SELECT "id", "name", "description", "lat", "lng", "confirmed_lat", "confirmed_lng", "time_zone", "address", "city_name", "city_state", "activities", "courts", "surface", "is_indoor", "has_lights", "fee", "hours", "amenities", "photos", "creator_id", "version", "created_at", "updated_at", "deleted_at" FROM `__new_places`;--> statement-breakpoint
DROP TABLE `__new_places`;--> statement-breakpoint
CREATE INDEX `places_by_creator` ON `places` (`creator_id`);
